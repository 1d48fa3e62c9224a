// A device that is as good as new for as long as it lasts: it fails at any age with the same rate.
#include "sim/core/failure_law.hpp"

namespace daruma::failure_law {

const FailureLaw exponential{"exponential", "at any age with the same rate", Shape::none,
                             [](double, Seconds mean, RandomStream& stream) { return stream.exponential(mean); }};

} // namespace daruma::failure_law
