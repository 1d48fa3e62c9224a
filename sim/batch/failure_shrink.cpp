#include "sim/batch/failure_policy.hpp"

namespace daruma::batch {

Answer answer_shrink(const Hit& hit) {
  if (hit.job.flexibility != Flexibility::malleable || hit.left < hit.job.fewest) return answer_restart(hit);
  return {hit.left, hit.recovery + hit.load};
}

} // namespace daruma::batch
