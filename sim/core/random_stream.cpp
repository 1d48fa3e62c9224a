#include "sim/core/random_stream.hpp"

#include "sim/core/generator.hpp"

#include <cassert>
#include <cmath>

namespace daruma {

namespace {

/// FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923), over bytes fed one at a time.
class Fnv1a {
public:
  void feed(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3u; }
  void feed(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) feed(static_cast<unsigned char>(word >> shift));
  }
  std::uint64_t hash() const { return hash_; }

private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

std::uint64_t key_of(std::uint64_t seed, std::uint64_t replication, std::string_view purpose) {
  Fnv1a fnv;
  fnv.feed(seed);
  fnv.feed(replication);
  for (const char c : purpose) fnv.feed(static_cast<unsigned char>(c));
  return fnv.hash();
}

} // namespace

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t replication, std::string_view purpose) {
  std::uint64_t key = key_of(seed, replication, purpose);
  // SplitMix64 is a bijection of a counter: four outputs in a row are never all zero.
  for (std::uint64_t& word : state_) word = split_mix_64(key);
}

std::uint64_t RandomStream::bits() { return xoshiro_256_star_star(state_); }

double RandomStream::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

std::uint64_t RandomStream::below(std::uint64_t bound) {
  assert(bound > 0);
  // The first 2^64 mod bound values would favour small results: draw again.
  const std::uint64_t too_low = -bound % bound;
  std::uint64_t draw = bits();
  while (draw < too_low) draw = bits();
  return draw % bound;
}

// log1p(-u) of u in [0, 1) is finite and exact near 0, where log(u) would lose the early failures.
Seconds RandomStream::exponential(Seconds mean) {
  assert(mean.count() > 0);
  return mean * -std::log1p(-uniform());
}

Seconds RandomStream::weibull(double shape, Seconds scale) {
  assert(shape > 0 && scale.count() > 0);
  return scale * std::pow(-std::log1p(-uniform()), 1 / shape);
}

Seconds RandomStream::lognormal(Seconds median, double sigma) {
  assert(median.count() >= 0 && sigma >= 0);
  constexpr double full_turn = 6.283185307179586;
  const double radius = std::sqrt(-2 * std::log1p(-uniform()));
  return median * std::exp(sigma * radius * std::cos(full_turn * uniform()));
}

Seconds weibull_scale(double shape, Seconds mean) { return mean / std::tgamma(1 + 1 / shape); }

} // namespace daruma
