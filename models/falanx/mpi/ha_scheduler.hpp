// The highly available scheduler: nobody but the tree store knows which task is where (paper, section 3.2).
//
// Submitters and Starters read and write there by themselves, and wait by watches. A Starter that finds others faster
// has lost the race for a task and begins anew. As the paper has it, each write is by itself, and the Starters all want
// the first task; the cures make what belongs together one commit, and:
// - buckets: a random task of the first bucket (the paper's proposal). Buckets hold tasks of one priority, and come in
//   the order of their turn: no task of a lower priority is taken while one of a higher waits, within a bucket any.
// - ordered: Starters queue up, and only the first of the queue takes (the paper's other idea). Exactly in order.
// - batch: a Starter takes several at once and performs them one after the other. The next is taken in order; what was
//   taken already is not put back for a higher priority that comes later, and is lost with its Starter.
#pragma once

#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/mpi/wire.hpp"

namespace daruma::models::falanx {

enum class Writes { one_by_one, together };
enum class Cure { none, buckets, ordered, batch };

inline constexpr int bucket_size = 100;
inline constexpr std::size_t largest_batch = 8;

struct HaTerms {
  Writes writes = Writes::together;
  Cure cure = Cure::none;
};

std::unique_ptr<Scheduler> make_ha_scheduler(Wire& wire, const HaTerms& terms);

} // namespace daruma::models::falanx
