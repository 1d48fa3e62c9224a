#include "sim/batch/preemption.hpp"

namespace daruma::batch {

const Registry<PreemptionPolicy>& preemption_policies() {
  static const Registry<PreemptionPolicy> all{
#define DARUMA_ENTRY(name) &preemption::name,
#include "sim/batch/preemption_policies.def"
#undef DARUMA_ENTRY
  };
  return all;
}

std::vector<ResizeDecision> end_in_order(int lacking, const std::vector<Allocation>& allocations) {
  std::vector<ResizeDecision> ended;
  for (const Allocation& allocation : allocations) {
    if (lacking <= 0) break;
    ended.push_back({allocation.job, 0});
    lacking -= allocation.processors;
  }
  return lacking <= 0 ? ended : std::vector<ResizeDecision>();
}

std::vector<ResizeDecision> grow_back(int free, const std::vector<ShrunkJob>& shrunk) {
  std::vector<ResizeDecision> growing;
  for (const ShrunkJob& job : shrunk) {
    const int more = std::min(free, job.wanted - job.processors);
    free -= more;
    if (more > 0 && 2 * more >= job.wanted - job.processors) growing.push_back({job.job, job.processors + more});
  }
  return growing;
}

} // namespace daruma::batch
