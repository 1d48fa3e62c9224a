// Those with most to spare go on with fewer processors, so that few are disturbed.
#include "sim/batch/preemption.hpp"

namespace daruma::batch {

std::vector<ResizeDecision> shrink_richest(int lacking, const std::vector<Allocation>& allocations) {
  const auto spare = [](const Allocation& one) { return one.processors - one.fewest; };
  std::vector<Allocation> richest_first = allocations;
  std::stable_sort(richest_first.begin(), richest_first.end(),
                   [&](const Allocation& a, const Allocation& b) { return spare(a) > spare(b); });
  std::vector<ResizeDecision> shrunk;
  for (const Allocation& one : richest_first) {
    const int given = std::min(lacking, spare(one));
    if (given <= 0) break;
    shrunk.push_back({one.job, one.processors - given});
    lacking -= given;
  }
  return lacking <= 0 ? shrunk : std::vector<ResizeDecision>();
}

namespace preemption {
const PreemptionPolicy shrink{"shrink",       "those that can go on with fewer processors do, and get them back",
                              shrink_richest, PreemptAction::end_at_once,
                              Reserve::none,  Malleability::needed};
} // namespace preemption

} // namespace daruma::batch
