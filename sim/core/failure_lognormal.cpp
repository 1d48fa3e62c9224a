// A device that lasts as long as many independent factors together let it.
#include "sim/core/failure_law.hpp"

#include <cmath>

namespace daruma::failure_law {

const FailureLaw lognormal{"lognormal", "after a time whose logarithm is normal, \"shape\" its standard deviation",
                           Shape::needed, [](double shape, Seconds mean, RandomStream& stream) {
                             return stream.lognormal(mean * std::exp(-shape * shape / 2), shape);
                           }};

} // namespace daruma::failure_law
