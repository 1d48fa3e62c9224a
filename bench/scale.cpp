// What many ranks of a program of the user's cost this computer: scale PROGRAM, that of the simulator. Ranks that only
// start and end, of a program as small as can be and of one with a megabyte of globals, of which it writes to a tenth;
// and ranks that exchange 8 KiB with four neighbours in five rounds, by flows and by packets.
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

constexpr const char* source = R"(#include <math.h>
#include <mpi.h>
#ifdef GLOBALS
static volatile double zero[1 << 16], full[1 << 16] = {1};
#endif
#ifdef EXCHANGE
static char sent[8192], received[4][8192];
static void exchange(void) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int side = (int)sqrt(size);
  int neighbours[] = {(rank + 1) % size, (rank + size - 1) % size, (rank + side) % size, (rank + size - side) % size};
  for (int round = 0; round < 5; round++) {
    MPI_Request requests[8];
    for (int i = 0; i < 4; i++)
      MPI_Irecv(received[i], 8192, MPI_BYTE, neighbours[i], i ^ 1, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < 4; i++)
      MPI_Isend(sent, 8192, MPI_BYTE, neighbours[i], i, MPI_COMM_WORLD, &requests[4 + i]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
  }
}
#endif
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
#ifdef GLOBALS
  for (int i = 0; i < 13; i++) zero[512 * i] = full[512 * i] = 1;
#endif
#ifdef EXCHANGE
  exchange();
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

struct Case {
  const char* title;
  const char* options; ///< of the compiler
  const char* network_model;
  int messages = 0; ///< of a rank
};

constexpr Case cases[] = {
    {"starting and ending, no globals", "", "flows"},
    {"starting and ending, a megabyte of globals, 26 pages of it written", "-DGLOBALS", "flows"},
    {"five exchanges of 8 KiB with four neighbours, flows", "-DEXCHANGE -lm", "flows", 20},
    {"five exchanges of 8 KiB with four neighbours, packets", "-DEXCHANGE -lm", "packets", 20},
};

void measure(const char* simulator, const std::string& folder, const Case& what, int ranks) {
  const std::string count = std::to_string(ranks);
  const std::string scenario = folder + "/s.json";
  std::ofstream(scenario) << R"({"name": "scale", "network_model": ")" << what.network_model
                          << R"(", "machine": {"nodes": )" << count
                          << R"(}, "jobs": [{"name": "p", "program": "p.so", "ranks": )" << count << "}]}";
  std::fflush(stdout);
  const Cost cost = cost_of(simulator, scenario);
  std::printf("%7d ranks %7.2f s %7.1f us a %s %7ld MiB %7ld mappings\n", ranks, cost.processor_s,
              1e6 * cost.processor_s / ranks / std::max(what.messages, 1), what.messages > 0 ? "message" : "rank   ",
              cost.private_mib, cost.mappings);
}

} // namespace

int main(int count, char** words) {
  if (count != 2) return EXIT_FAILURE;
  const daruma::TemporaryFolder folder;
  for (const Case& what : cases) {
    std::printf("%s\n", what.title);
    if (!compile(words[1], folder.path(), what.options)) return EXIT_FAILURE;
    for (const int ranks : {1'000, 10'000, 30'000, 100'000}) measure(words[1], folder.path(), what, ranks);
  }
  return EXIT_SUCCESS;
}
