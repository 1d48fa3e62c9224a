// Where the time of recoveries goes, worked out of the rows that a run left, simulated or real, and of nothing else.
//
// An episode begins with the death of a process and ends when the last rank is back at work: with the last operation by
// which the job recovers. Deaths before that belong to it. An operation is part of the recovery unless
// - a step of the work that began after the last death contains it: such a step is any other span, a phase included, or
// - such a step lies between it and the operations before: work had been resumed, or
// - it is an agreement during which others go through such a step: who is idle waits in it.
// A job that shows no steps recovers until its last shrink, spawn, merge or reload before the next order or death; its
// agreements and splits after that are taken for work.
//
// Every instant of an episode belongs to exactly one part, the first in the order of RecoveryPart that applies to it.
// What ranks did before the death and do again is lost work; it is counted beside the parts.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace daruma::results {

/// What the job is about at an instant.
///
/// First come detection, propagation and revoke, until the last survivor has begun to agree or to shrink: who began
/// before only waits for him. Then an instant belongs to the operation that is under way, as long as one process is in
/// it, the first of these in their order if there are several; agreements after whatever tells of another death, and
/// what remains after all others.
enum class RecoveryPart {
  shrink,      ///< MPIX_Comm_shrink
  spawn,       ///< MPI_Comm_spawn
  rebuild,     ///< merging, splitting, and what a model calls rebuilding
  reload,      ///< a checkpoint is read
  relaunch,    ///< the job is started anew, from the order to do so to the start
  detection,   ///< since the last death nobody has detected one, or, where no detector tells, given a sign of it
  agreement,   ///< MPIX_Comm_agree
  propagation, ///< the news spreads, and survivors finish what they are about
  revoke,      ///< the same after a communicator was revoked
  other        ///< what the program does between operations
};
constexpr std::size_t recovery_parts = 10;

struct Slice {
  Seconds begin{0};
  Seconds end{0};
  RecoveryPart part = RecoveryPart::other;
};

struct Recovery {
  std::string job;
  int number = 1;   ///< of the job's recoveries
  Seconds death{0}; ///< the first one
  Seconds back{0};  ///< the last rank is back at work
  /// From where on work is done again, to the death: since what is reloaded was saved, or since its start if the job
  /// begins anew without a checkpoint. Nothing is known to be lost where neither happens.
  Seconds lost_work{0};
  std::vector<Slice> slices{}; ///< from death to back, without gaps

  Seconds of(RecoveryPart) const;
  Seconds whole() const { return back - death + lost_work; }
};

/// "detection", ...
const char* name_of(RecoveryPart);

} // namespace daruma::results
