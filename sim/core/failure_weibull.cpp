// A device whose rate of failures changes with its age: below a shape of 1 young ones fail more, above it old ones.
#include "sim/core/failure_law.hpp"

namespace daruma::failure_law {

const FailureLaw weibull{
    "weibull", "at a rate that falls with age if \"shape\" is below 1, and else rises", Shape::needed,
    [](double shape, Seconds mean, RandomStream& stream) { return stream.weibull(shape, weibull_scale(shape, mean)); }};

} // namespace daruma::failure_law
