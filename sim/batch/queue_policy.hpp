// Which waiting jobs start now: queue policies as pure functions of what a scheduler knows.
//
// A scheduler knows when running jobs end at the latest, not when they will end. A new policy is a file that defines
// its object, and its line in queue_policies.def.
#pragma once

#include "sim/core/registry.hpp"
#include "sim/core/units.hpp"

#include <cstddef>
#include <tuple>
#include <vector>

namespace daruma::batch {

struct WaitingJob {
  std::size_t job; ///< its number
  int processors;
  Seconds limit; ///< of its run time
};

struct RunningJob {
  Seconds end_by; ///< at the latest; it is late if that has gone by
  std::size_t job;
  int processors;

  friend bool operator<(const RunningJob& a, const RunningJob& b) {
    return std::tie(a.end_by, a.job, a.processors) < std::tie(b.end_by, b.job, b.processors);
  }
};

struct Situation {
  Seconds now;
  int free;                               ///< processors
  const std::vector<WaitingJob>& waiting; ///< urgent ones first, then in the order in which they came
  const std::vector<RunningJob>& running; ///< sorted
};

/// Whether a policy plans with the limits of run times, so that each job has to have one.
enum class Limits { ignored, needed };

struct QueuePolicy {
  std::string_view name;
  std::string_view summary;
  Limits limits;
  /// Places in `waiting` of those that start now, ascending; together they need no more than what is free.
  std::vector<std::size_t> (*choose)(const Situation&);
};

namespace queue {
#define DARUMA_ENTRY(name) extern const QueuePolicy name;
#include "sim/batch/queue_policies.def"
#undef DARUMA_ENTRY
} // namespace queue

const Registry<QueuePolicy>& queue_policies();

/// When a job that has to wait starts at the latest, and how many processors are then left over.
struct Reservation {
  Seconds start; ///< never, if nodes have to be repaired before
  int spare;
};
Reservation reserve(int processors, int free, const std::vector<RunningJob>& running, Seconds now);

} // namespace daruma::batch
