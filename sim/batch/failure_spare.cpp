#include "sim/batch/failure_policy.hpp"

namespace daruma::batch {

Answer answer_spare(const Hit& hit) {
  if (!hit.is_replaced) return answer_restart(hit);
  return {hit.processors, hit.recovery + hit.load};
}

} // namespace daruma::batch
