// Which waiting jobs a centre starts now: queue policies as pure functions of what a scheduler knows.
//
// A scheduler knows when running jobs end at the latest, not when they will end. A new policy is one file, its
// declaration here and its line in queue.cpp.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <string>
#include <string_view>
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
    return std::tie(a.end_by, a.job) < std::tie(b.end_by, b.job);
  }
};

struct Situation {
  Seconds now;
  int free;                               ///< processors
  const std::vector<WaitingJob>& waiting; ///< in the order in which they came
  const std::vector<RunningJob>& running; ///< sorted
};

struct QueuePolicy {
  std::string_view name;
  /// Places in `waiting` of those that start now, ascending; together they need no more than what is free.
  std::vector<std::size_t> (*choose)(const Situation&);
};

/// First come, first served: nobody starts before one who came earlier.
std::vector<std::size_t> choose_fcfs(const Situation&);
/// First come, first served, but a job may start out of turn if that does not delay the first that has to wait, as far
/// as the limits of run times tell (Lifka, "The ANL/IBM SP scheduling system", 1995).
std::vector<std::size_t> choose_easy(const Situation&);

/// When a job that has to wait starts at the latest, and how many processors are then left over.
struct Reservation {
  Seconds start; ///< never, if nodes have to be repaired before
  int spare;
};
Reservation reserve(int processors, int free, const std::vector<RunningJob>& running, Seconds now);
/// Whether a job that has to wait ends sooner, as far as limits tell, if it starts now on what is free, on which it
/// takes `stretch` times as long.
bool ends_sooner_on_less(const WaitingJob&, double stretch, int free, const std::vector<RunningJob>& running,
                         Seconds now);

const std::vector<QueuePolicy>& queue_policies();
/// None of that name: null.
const QueuePolicy* find_queue_policy(std::string_view name);

} // namespace daruma::batch
