#include "sim/study/memory_estimate.hpp"

#include "sim/mpi/process/stack.hpp"

#include <fstream>
#include <map>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace daruma::study {

namespace {

constexpr Bytes of_a_process{16e3};
constexpr Bytes of_an_image{8e3};
constexpr Bytes of_a_node{2e3};
constexpr Bytes of_the_simulator{256e6}; ///< addresses that its libraries take when a simulation begins

} // namespace

MemoryEstimate estimate_memory(const scenario::Scenario& scenario) {
  MemoryEstimate estimate;
  std::map<std::size_t, std::size_t> stacks; // how many, by size
  estimate.least = of_a_node * scenario.machine.nodes;
  for (const scenario::Job& job : scenario.jobs) {
    const int size = job.ranks + job.spares;
    estimate.processes += size;
    stacks[static_cast<std::size_t>(job.stack.value())] += static_cast<std::size_t>(size);
    estimate.least = estimate.least + (job.program.empty() ? of_a_process : of_a_process + of_an_image) * size;
  }
  estimate.addresses = of_the_simulator;
  for (const auto& [size, processes] : stacks)
    estimate.addresses = estimate.addresses + Bytes(static_cast<double>(mpi::addresses_of_stacks(processes, size)));
  return estimate;
}

std::optional<Bytes> addresses_left() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return Bytes(static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
}

Bytes free_memory() {
  std::ifstream in("/proc/meminfo");
  double kib = 0;
  for (std::string word; in >> word;)
    if (word == "MemAvailable:" && in >> kib) return Bytes(1024 * kib);
  return Bytes(0);
}

} // namespace daruma::study
