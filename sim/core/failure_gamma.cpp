// A device that fails at the last of several shocks, a whole "shape" of them; other shapes lie between.
//
// Drawn as Marsaglia and Tsang do, "A simple method for generating gamma variables", ACM TOMS 26(3), 2000: their
// rejection for shapes from 1 on, and a power of a uniform number to come from there to smaller ones.
#include "sim/core/failure_law.hpp"

#include <cmath>

namespace daruma::failure_law {

namespace {

double standard_normal(RandomStream& stream) { return std::log(stream.lognormal(Seconds(1), 1).count()); }

/// Of scale 1 and a shape of at least 1.
double draw_by_rejection(double shape, RandomStream& stream) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double normal = standard_normal(stream);
    const double root = 1 + c * normal;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double lot = std::log1p(-stream.uniform());
    if (lot < normal * normal / 2 + d * (1 - v + std::log(v))) return d * v;
  }
}

Seconds draw(double shape, Seconds mean, RandomStream& stream) {
  const double drawn = draw_by_rejection(shape < 1 ? shape + 1 : shape, stream);
  const double smaller = shape < 1 ? std::pow(1 - stream.uniform(), 1 / shape) : 1;
  return mean / shape * (drawn * smaller);
}

} // namespace

const FailureLaw gamma{"gamma", "like the last of \"shape\" shocks, at a rate that falls with age if that is below 1",
                       Shape::needed, draw};

} // namespace daruma::failure_law
