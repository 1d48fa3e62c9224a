// How the highly available scheduler writes, and by what its Starters keep out of each other's way (paper,
// section 3.2).
//
// As the paper has it, each write is by itself, and the Starters all want the first task; the cures make what belongs
// together one commit, and:
// - buckets: a random task of the first bucket (the paper's proposal). Buckets hold tasks of one priority, and come in
//   the order of their turn: no task of a lower priority is taken while one of a higher waits, within a bucket any.
// - ordered: Starters queue up, and only the first of the queue takes (the paper's other idea). Exactly in order.
// - batch: a Starter takes several at once and performs them one after the other. The next is taken in order; what was
//   taken already is not put back for a higher priority that comes later, and is lost with its Starter.
#pragma once

#include <cstddef>

namespace daruma::models::falanx {

enum class Writes { one_by_one, together };
enum class Cure { none, buckets, ordered, batch };

inline constexpr int bucket_size = 100;
inline constexpr std::size_t largest_batch = 8;

struct HaTerms {
  Writes writes = Writes::together;
  Cure cure = Cure::none;
};

} // namespace daruma::models::falanx
