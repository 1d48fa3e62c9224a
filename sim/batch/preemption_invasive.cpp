// Room at any price: those with most to spare go on with fewer processors; where that is not enough, those who started
// last end besides, as few of them as it takes.
#include "sim/batch/preemption.hpp"

namespace daruma::batch {

namespace {

std::vector<ResizeDecision> shrink_and_end(int lacking, const std::vector<Allocation>& allocations) {
  std::vector<Allocation> rest = allocations; // the youngest is the last
  std::stable_sort(rest.begin(), rest.end(),
                   [](const Allocation& a, const Allocation& b) { return a.since < b.since; });
  std::vector<ResizeDecision> decisions;
  for (; lacking > 0; rest.pop_back()) {
    const std::vector<ResizeDecision> shrunk = shrink_richest(lacking, rest);
    decisions.insert(decisions.end(), shrunk.begin(), shrunk.end());
    if (!shrunk.empty()) break;
    if (rest.empty()) return {};
    decisions.push_back({rest.back().job, 0});
    lacking -= rest.back().processors;
  }
  return decisions;
}

} // namespace

namespace preemption {
const PreemptionPolicy invasive{"invasive", "as shrink; where that is not enough, those who started last end besides",
                                shrink_and_end};
} // namespace preemption

} // namespace daruma::batch
