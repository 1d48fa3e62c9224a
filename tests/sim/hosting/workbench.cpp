#include "tests/sim/hosting/workbench.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/wait.h>

namespace daruma::hosting::test {

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

constexpr const char* preamble = R"(
#include <mpi.h>
#include <mpi-ext.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <daruma.h>
static int rank, size;
static void begin(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
}
)";

/// The job's events, in order.
nlohmann::json events_of(const std::string& result) { return nlohmann::json::parse(result).at("events"); }

bool is_cpp(const std::string& source) {
  return source.find("#include <iostream>") != std::string::npos || source.find("std::") != std::string::npos;
}

} // namespace

Workbench::Workbench() {
  std::string pattern = (fs::temp_directory_path() / "daruma-program-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
}

Workbench::~Workbench() { fs::remove_all(folder_); }

void Workbench::write(const std::string& file, const std::string& text) const { std::ofstream(folder_ / file) << text; }

Answer Workbench::call(const std::string& words) const { return shell("'" DARUMA_PROGRAM "' " + words); }

Answer Workbench::shell(const std::string& line) const {
  // What the frames of a killed program owned is given up with them: no leak that a sanitizer should report.
  const std::string whole = "exec 2>'" + (folder_ / "err").string() + "'; cd '" + folder_.string() +
                            "'; export ASAN_OPTIONS=detect_leaks=0 PATH='" +
                            fs::path(DARUMA_PROGRAM).parent_path().string() + "':\"$PATH\"; " + line;
  FILE* pipe = popen(whole.c_str(), "r");
  Answer answer{};
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    answer.out.append(buffer.data(), count);
  answer.status = WEXITSTATUS(pclose(pipe));
  answer.err = read(folder_ / "err");
  return answer;
}

std::vector<std::string> Workbench::events(const std::string& source, int ranks, const std::string& job,
                                           const std::string& rest) const {
  const std::string file = is_cpp(source) ? "p.cpp" : "p.c";
  write(file, preamble + ("#line 1 \"" + file + "\"\n") + source);
  const Answer compiled = call("cc " + file + " -o p.so");
  if (compiled.status != 0) return {"cc: " + compiled.err};
  write("p.json", fmt::format(R"({{"name": "p", "machine": {}, {}
                                  "jobs": [{{"name": "p", "program": "p.so", "ranks": {}{}}}]}})",
                              machine, rest, ranks, job));
  const Answer answer = call("run p.json --json");
  if (answer.status > 1) return {fmt::format("exit {}: {}", answer.status, answer.err)};
  std::vector<std::string> lines;
  for (const auto& event : events_of(answer.out))
    lines.push_back(fmt::format("{:.6f} {} {}: {}", event.at("time_s").get<double>(),
                                event.at("kind").get<std::string>(), event.value("process", -1),
                                event.at("text").get<std::string>()));
  return lines;
}

std::vector<std::string> Workbench::said(const std::string& source, int ranks, const std::string& job,
                                         const std::string& rest) const {
  std::vector<std::string> lines;
  for (const std::string& line : events(source, ranks, job, rest)) {
    std::istringstream words(line);
    std::string time;
    std::string kind;
    std::string who;
    words >> time >> kind >> who;
    const std::string text = line.substr(std::min(line.size(), time.size() + kind.size() + who.size() + 3));
    if (kind == "print" || kind == "stderr")
      lines.push_back(who + " " + text);
    else if (kind == "death")
      lines.push_back(who.substr(0, who.size() - 1) + " died: " + text);
    else if (time == "exit" || time == "cc:")
      lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> printed(const Workbench& bench, const std::string& build, int processes,
                                 const std::string& words) {
  const Answer answer =
      bench.shell(build + " && darumarun -np " + std::to_string(processes) + " " + words + " ./p | sort");
  std::vector<std::string> lines;
  for (std::size_t at = 0, end; (end = answer.out.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(answer.out.substr(at, end - at));
  if (lines.empty()) lines.push_back(answer.err);
  return lines;
}

} // namespace daruma::hosting::test
