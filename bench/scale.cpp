// What many ranks cost this computer: scale PROGRAM, that of the simulator. Ranks of a user's program that only start
// and end, as small as can be or with a megabyte of globals, of which it writes to nothing or a tenth; those that
// exchange 8 KiB with four neighbours in five rounds, by flows and by packets; ranks of the project's models: a loop
// that loses ten of them, and a stencil of three steps, up to a million of them. What the computer has no memory for is
// left out.
#include "bench/child.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/study/memory_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

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
  for (int i = 0; i < GLOBALS; i++) zero[512 * i] = full[512 * i] = 1;
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

void look_at(pid_t process, Cost& cost) {
  const std::string folder = "/proc/" + std::to_string(process);
  std::ifstream maps(folder + "/maps");
  const auto lines = std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
  cost.mappings = std::max<long>(cost.mappings, lines);
  std::ifstream status(folder + "/status");
  for (std::string word; status >> word;)
    if (long kib = 0; word == "RssAnon:" && status >> kib) cost.private_mib = std::max(cost.private_mib, kib / 1024);
}

Cost cost_of(const char* program, const std::string& scenario) {
  Cost cost;
  const auto look = [&cost](pid_t child) {
    look_at(child, cost);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  };
  cost.processor_s = daruma::bench::cost_of({program, "run", scenario, "--json"}, "/dev/null", look).processor_s;
  return cost;
}

bool compile(const std::string& simulator, const std::string& folder, const std::string& options) {
  std::ofstream(folder + "/p.c") << source;
  const std::string command = "'" + simulator + "' cc " + folder + "/p.c " + options + " -o " + folder + "/p.so";
  return std::system(command.c_str()) == 0;
}

/// A scenario of so many ranks of the compiled program, one on each node.
std::string program(const char* network_model, int ranks) {
  return fmt::format(R"({{"name": "scale", "network_model": "{}", "machine": {{"nodes": {}}},
                         "jobs": [{{"name": "p", "program": "p.so", "ranks": {}}}]}})",
                     network_model, ranks, ranks);
}
std::string by_flows(int ranks) { return program("flows", ranks); }
std::string by_packets(int ranks) { return program("packets", ranks); }

/// As scenarios/thousand-ranks.json, 50 on a node; with as many switches as 2000 nodes take.
std::string loses_ten(int ranks) {
  std::string events = R"({"at": "0.1s", "kill": "loop", "random": 1, "below": )" + std::to_string(ranks) + "}";
  for (int death = 1; death < 10; ++death)
    events += fmt::format(R"(, {{"after": {{"job": "loop", "restarts": {}, "delay": "0.05s"}}, "kill": "loop",
                               "random": 1, "below": {}}})",
                          death, ranks - death);
  return fmt::format(R"({{"name": "scale", "machine": {{"use": "oakbridge-cx", "nodes": {}, "topology":
                           {{"kind": "fat-tree", "down": [24, 84], "up": [1, 24], "parallel": [1, 1]}}}},
                         "runtime": "openmpi-5.0-ulfm", "events": [{}],
                         "jobs": [{{"name": "loop", "model": "dyprc-iterate", "ranks": {},
                                    "arguments": {{"iterations": 60, "work": "1.7235Gf"}}}}]}})",
                     ranks / 50, events, ranks);
}

/// On a mesh, a hundredth of them as spares.
std::string stencil(int ranks) {
  const int rows = ranks / 100;
  return fmt::format(R"({{"name": "scale", "network_model": "packets", "runtime": "ideal",
                         "machine": {{"topology": {{"kind": "mesh", "dimensions": [100, {0}]}}}},
                         "jobs": [{{"name": "heat", "model": "spares-stencil", "ranks": {1}, "spares": {0},
                                    "recovery": "spare", "arguments": {{"grid": "99x{0}", "steps": 3,
                                    "message": "8KiB", "work": "1Mf"}}}}]}})",
                     rows, ranks - rows);
}

struct Case {
  const char* title;
  const char* options; ///< of the compiler; none where no program is compiled
  std::string (*scenario)(int ranks);
  int messages = 0;   ///< of a rank; 0: not told
  int most = 100'000; ///< ranks
};

constexpr Case cases[] = {
    {"starting and ending, no globals", "", by_flows},
    {"starting and ending, a megabyte of globals, none written", "-DGLOBALS=0", by_flows},
    {"starting and ending, a megabyte of globals, 26 pages of it written", "-DGLOBALS=13", by_flows},
    {"five exchanges of 8 KiB with four neighbours, flows", "-DEXCHANGE -lm", by_flows, 20},
    {"five exchanges of 8 KiB with four neighbours, packets", "-DEXCHANGE -lm", by_packets, 20},
    {"sixty iterations that ten deaths interrupt", nullptr, loses_ten},
    {"a stencil's three steps, 8 KiB, packets", nullptr, stencil, 12, 1'000'000},
};

/// By what the largest case of that size takes.
bool has_memory_for(int ranks) {
  constexpr double gib = 1 << 30;
  const double needed = ranks > 100'000 ? 20 * gib : 14 * gib;
  const bool suffices = ranks < 100'000 || daruma::study::free_memory().value() > needed;
  if (!suffices) std::printf("%7d ranks are left out: they may take %.0f GiB of memory\n", ranks, needed / gib);
  return suffices;
}

void measure(const char* simulator, const std::string& folder, const Case& what, int ranks) {
  const std::string scenario = folder + "/s.json";
  std::ofstream(scenario) << what.scenario(ranks);
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
    if (what.options && !compile(words[1], folder.path(), what.options)) return EXIT_FAILURE;
    for (const int ranks : {1'000, 10'000, 30'000, 100'000, 1'000'000})
      if (ranks <= what.most && has_memory_for(ranks)) measure(words[1], folder.path(), what, ranks);
  }
  return EXIT_SUCCESS;
}
