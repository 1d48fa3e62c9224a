#include "sim/centre/failure_policy.hpp"

namespace daruma::centre {

Answer answer_spare(const Hit& hit) {
  if (!hit.is_replaced) return answer_restart(hit);
  return {hit.processors, hit.recovery + hit.load};
}

} // namespace daruma::centre
