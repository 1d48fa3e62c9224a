// What simulating a scenario's processes takes of this computer's memory, at least.
//
// Of each process there is SimGrid's actor, a stack of its own of which a page is touched, and its place in sim/mpi; a
// program of the user's has an image of its own besides, of which the loader writes some pages. Measured with some
// thousands of processes (target bench_scale). What programs write, messages on their way and what is recorded comes
// on top, and nobody knows it beforehand.
#pragma once

#include "sim/core/units.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>

namespace daruma::study {

struct MemoryEstimate {
  long long processes = 0; ///< of all jobs
  Bytes least{0};          ///< that all of them take together
  Bytes addresses{0};      ///< that are reserved besides, most of them for stacks, whatever is written to them
};

MemoryEstimate estimate_memory(const scenario::Scenario&);

/// How many bytes of addresses this program may still take (ulimit -v); nothing if there is no limit.
std::optional<Bytes> addresses_left();

/// What this computer can give to programs without taking it from others; 0 if it does not say.
Bytes free_memory();

} // namespace daruma::study
