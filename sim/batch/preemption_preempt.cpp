// The largest end, once they have written a checkpoint, so that few have to.
#include "sim/batch/preemption.hpp"

namespace daruma::batch {

namespace {

std::vector<ResizeDecision> end_widest(int lacking, const std::vector<Allocation>& allocations) {
  std::vector<Allocation> widest_first = allocations;
  std::stable_sort(widest_first.begin(), widest_first.end(),
                   [](const Allocation& a, const Allocation& b) { return a.processors > b.processors; });
  return end_in_order(lacking, widest_first);
}

} // namespace

namespace preemption {
const PreemptionPolicy preempt{"preempt", "the largest end once they have written a checkpoint, and wait again",
                               end_widest, PreemptAction::write_checkpoint};
} // namespace preemption

} // namespace daruma::batch
