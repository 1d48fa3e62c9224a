// Those who started last end, as they lose least by it.
#include "sim/batch/preemption.hpp"

namespace daruma::batch {

namespace {

std::vector<ResizeDecision> end_youngest(int lacking, const std::vector<Allocation>& allocations) {
  std::vector<Allocation> youngest_first = allocations;
  std::stable_sort(youngest_first.begin(), youngest_first.end(),
                   [](const Allocation& a, const Allocation& b) { return a.since > b.since; });
  return end_in_order(lacking, youngest_first);
}

} // namespace

namespace preemption {
const PreemptionPolicy kill{"kill", "those who started last end and wait again", end_youngest};
} // namespace preemption

} // namespace daruma::batch
