// Sets of up to 64 things as the bits of a word.
#pragma once

#include <cstdint>

namespace daruma::batch {

inline int count_bits(std::uint64_t word) { return __builtin_popcountll(word); }
/// The place of the lowest and of the highest bit of a word that is not 0.
inline int lowest_bit(std::uint64_t word) { return __builtin_ctzll(word); }
inline int highest_bit(std::uint64_t word) { return 63 - __builtin_clzll(word); }

/// The lowest and the highest `count` bits of a word that has more.
inline std::uint64_t lowest_bits(std::uint64_t word, int count) {
  std::uint64_t rest = word;
  for (int i = 0; i < count; ++i) rest &= rest - 1;
  return word & ~rest;
}
inline std::uint64_t highest_bits(std::uint64_t word, int count) {
  return word & ~lowest_bits(word, count_bits(word) - count);
}

} // namespace daruma::batch
