// What it costs this computer to start and end many ranks of a program of the user's: starts PROGRAM, that of the
// simulator. One program is as small as can be, the other has a megabyte of globals and writes to a tenth of it.
#include "sim/core/temporary_folder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr const char* source = R"(#include <mpi.h>
#ifdef GLOBALS
static volatile double zero[1 << 16], full[1 << 16] = {1};
#endif
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
#ifdef GLOBALS
  for (int i = 0; i < 13; i++) zero[512 * i] = full[512 * i] = 1;
#endif
  return MPI_Finalize();
}
)";

struct Cost {
  double processor_s = 0;
  long private_mib = 0; ///< what it has at most for itself, of memory
  long mappings = 0;
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void look_at(pid_t process, Cost& cost) {
  const std::string folder = "/proc/" + std::to_string(process);
  std::ifstream maps(folder + "/maps");
  const auto lines = std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
  cost.mappings = std::max<long>(cost.mappings, lines);
  std::ifstream status(folder + "/status");
  for (std::string word; status >> word;)
    if (long kib = 0; word == "RssAnon:" && status >> kib) cost.private_mib = std::max(cost.private_mib, kib / 1024);
}

/// Ends this program if that one fails.
Cost cost_of(const char* program, const std::string& scenario) {
  const pid_t child = fork();
  if (child == 0) {
    const bool is_silent = std::freopen("/dev/null", "w", stdout) != nullptr;
    if (is_silent) execl(program, program, "run", scenario.c_str(), "--json", nullptr);
    _exit(EXIT_FAILURE);
  }
  Cost cost;
  int status = 0;
  struct rusage used {};
  while (wait4(child, &status, WNOHANG, &used) == 0) {
    look_at(child, cost);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  if (status != 0) std::exit(EXIT_FAILURE);
  cost.processor_s = seconds(used.ru_utime) + seconds(used.ru_stime);
  return cost;
}

bool compile(const std::string& simulator, const std::string& folder, const std::string& options) {
  std::ofstream(folder + "/p.c") << source;
  const std::string command = "'" + simulator + "' cc " + folder + "/p.c " + options + " -o " + folder + "/p.so";
  return std::system(command.c_str()) == 0;
}

void measure(const char* simulator, const std::string& folder, int ranks) {
  const std::string count = std::to_string(ranks);
  const std::string scenario = folder + "/s.json";
  std::ofstream(scenario) << R"({"name": "starts", "machine": {"nodes": )" << count
                          << R"(}, "jobs": [{"name": "p", "program": "p.so", "ranks": )" << count << "}]}";
  std::fflush(stdout);
  const Cost cost = cost_of(simulator, scenario);
  std::printf("%7d ranks %7.2f s %7.1f us a rank %7ld MiB %7ld mappings\n", ranks, cost.processor_s,
              1e6 * cost.processor_s / ranks, cost.private_mib, cost.mappings);
}

} // namespace

int main(int count, char** words) {
  if (count != 2) return EXIT_FAILURE;
  const daruma::TemporaryFolder folder;
  for (const char* const options : {"", "-DGLOBALS"}) {
    std::printf("%s\n", *options ? "a megabyte of globals, 26 pages of it written" : "no globals");
    if (!compile(words[1], folder.path(), options)) return EXIT_FAILURE;
    for (const int ranks : {1'000, 10'000, 30'000, 100'000}) measure(words[1], folder.path(), ranks);
  }
  return EXIT_SUCCESS;
}
