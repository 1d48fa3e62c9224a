#include "sim/study/memory_estimate.hpp"

#include <fstream>
#include <string>

namespace daruma::study {

namespace {

constexpr Bytes of_a_process{16e3};
constexpr Bytes of_an_image{8e3};
constexpr Bytes of_a_node{2e3};

} // namespace

MemoryEstimate estimate_memory(const scenario::Scenario& scenario) {
  MemoryEstimate estimate;
  estimate.least = of_a_node * scenario.machine.nodes;
  for (const scenario::Job& job : scenario.jobs) {
    const int size = job.ranks + job.spares;
    estimate.processes += size;
    estimate.least = estimate.least + (job.program.empty() ? of_a_process : of_a_process + of_an_image) * size;
  }
  return estimate;
}

Bytes free_memory() {
  std::ifstream in("/proc/meminfo");
  double kib = 0;
  for (std::string word; in >> word;)
    if (word == "MemAvailable:" && in >> kib) return Bytes(1024 * kib);
  return Bytes(0);
}

} // namespace daruma::study
