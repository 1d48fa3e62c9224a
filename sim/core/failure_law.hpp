// How long devices last, as reliability engineering describes it: laws of the time to a failure, and of repairs.
#pragma once

#include "sim/core/random_stream.hpp"

namespace daruma {

/// A list is not drawn.
enum class FailureLaw { exponential, weibull, list };

/// One draw from the law of that mean; `shape` is Weibull's. Not for lists.
Seconds time_to_failure(FailureLaw, double shape, Seconds mean, RandomStream&);

} // namespace daruma
