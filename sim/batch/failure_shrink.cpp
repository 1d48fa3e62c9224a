// A malleable job that keeps enough processors goes on at once from its last checkpoint; another waits again.
#include "sim/batch/failure_policy.hpp"

namespace daruma::batch::on_failure {

const FailurePolicy shrink{
    "shrink", "it goes on at once with fewer processors if it is malleable and has enough; else as restart",
    Resumption::from_checkpoint, Need::malleable_jobs, [](const Hit& hit) {
      const bool can_shrink = goes_on_resized(hit.job.flexibility) && hit.left >= hit.job.fewest;
      return can_shrink ? Answer{hit.left, hit.recovery + hit.load} : Answer{0};
    }};

} // namespace daruma::batch::on_failure
