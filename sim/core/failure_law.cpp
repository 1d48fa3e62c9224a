#include "sim/core/failure_law.hpp"

#include <cassert>

namespace daruma {

Seconds time_to_failure(FailureLaw law, double shape, Seconds mean, RandomStream& stream) {
  assert(law != FailureLaw::list);
  if (law == FailureLaw::exponential) return stream.exponential(mean);
  return stream.weibull(shape, weibull_scale(shape, mean));
}

} // namespace daruma
