#include "sim/core/generator.hpp"

namespace daruma {

std::uint64_t split_mix_64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

namespace {
constexpr std::uint64_t rotated_left(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }
} // namespace

std::uint64_t xoshiro_256_star_star(Xoshiro256State& state) {
  const std::uint64_t output = rotated_left(state[1] * 5, 7) * 9;
  const std::uint64_t shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotated_left(state[3], 45);
  return output;
}

} // namespace daruma
