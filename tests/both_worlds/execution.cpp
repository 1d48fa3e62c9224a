#include "tests/both_worlds/execution.hpp"

#include "sim/core/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

namespace daruma::both_worlds {

namespace {

namespace fs = std::filesystem;

/// What the program says on standard error, unless all went well.
std::string call(const fs::path& folder, const std::string& words) {
  const std::string line =
      "cd '" + folder.string() + "' && ASAN_OPTIONS=detect_leaks=0 '" DARUMA_PROGRAM "' " + words + " >out 2>err";
  const int status = WEXITSTATUS(std::system(line.c_str()));
  return status == 0 ? "" : "exit status " + std::to_string(status) + ": " + text_of(folder / "err");
}

const std::string mark = "> "; // of the programs' own lines; libraries print of their own accord

std::map<int, Observed> observed_in(const nlohmann::json& result) {
  std::map<int, Observed> all;
  for (const auto& event : result.at("events")) {
    const std::string text = event.value("text", "");
    if (event.at("kind") == "print" && text.rfind(mark, 0) == 0)
      all[event.at("process")].lines.push_back(text.substr(mark.size()));
    if (event.at("kind") == "death") all[event.at("process")].death = text;
  }
  return all;
}

} // namespace

std::vector<fs::path> programs() {
  std::vector<fs::path> all;
  for (const auto& file : fs::directory_iterator(DARUMA_SOURCE_DIR "/tests/both_worlds/programs"))
    if (file.path().extension() == ".c" || file.path().extension() == ".cpp") all.push_back(file.path());
  std::sort(all.begin(), all.end());
  return all;
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

Execution execute(const fs::path& program, int ranks, const std::string& flags) {
  const TemporaryFolder folder;
  Execution execution;
  std::ofstream(folder.path() / "scenario.json")
      << R"({"name": "both", "machine": {"use": "laptop", "cores": 16}, "jobs": [{"name": "p", "program": "p.so", )"
      << "\"ranks\": " << ranks << "}]}";
  execution.complaint = call(folder.path(), "cc '" + program.string() + "' -o p.so" + flags);
  if (!execution.complaint.empty()) return execution;
  execution.complaint =
      call(folder.path(), "run scenario.json --out here" + flags + (flags.empty() ? "" : " --patience 10s"));
  const auto result = nlohmann::json::parse(text_of(folder.path() / "here" / "result.json"), nullptr, false);
  if (!result.is_discarded()) execution.observed = observed_in(result);
  return execution;
}

} // namespace daruma::both_worlds
