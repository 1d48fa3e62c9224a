// The two bit generators under RandomStream, as their authors published them:
// - SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014;
//   reference code by S. Vigna (2015). Turns one 64-bit key into well mixed seed words.
// - xoshiro256**: Blackman, Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47(4),
//   2021. Period 2^256 - 1; passes BigCrush; its state must not be all zero.
#pragma once

#include <array>
#include <cstdint>

namespace daruma {

using Xoshiro256State = std::array<std::uint64_t, 4>;

/// Advances the state and returns the next output of SplitMix64.
std::uint64_t split_mix_64(std::uint64_t& state);

/// Advances the state and returns the next output of xoshiro256**.
std::uint64_t xoshiro_256_star_star(Xoshiro256State& state);

} // namespace daruma
