// Random numbers that depend on what they are for, never on the order of calls.
//
// A stream is keyed by (seed, replication, purpose), e.g. {1, 0, "failures/node-17"}: adding a
// node changes no other node's draws. Generator and distributions are our own because those of
// the standard library differ between implementations.
#pragma once

#include "sim/core/units.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace daruma {

class RandomStream {
public:
  RandomStream(std::uint64_t seed, std::uint64_t replication, std::string_view purpose);

  /// The next 64 random bits.
  std::uint64_t bits();
  /// Uniform in [0, 1), 53 bits.
  double uniform();
  /// Uniform integer in [0, bound), without modulo bias; bound > 0.
  std::uint64_t below(std::uint64_t bound);
  /// Exponential with the given mean (> 0), by inversion.
  Seconds exponential(Seconds mean);
  /// Weibull with shape k > 0 and scale lambda > 0, by inversion.
  Seconds weibull(double shape, Seconds scale);
  /// Lognormal with that median and sigma >= 0 of the logarithm, by Box and Muller (1958).
  Seconds lognormal(Seconds median, double sigma);

private:
  std::array<std::uint64_t, 4> state_;
};

/// Scale of the Weibull law of the given shape whose mean is `mean`: mean / Gamma(1 + 1/shape).
Seconds weibull_scale(double shape, Seconds mean);

} // namespace daruma
