// In which order the jobs that wait are looked at: rules as pure functions of a job and of how things stand.
//
// A rule gives each job a rank; who has the lowest is the first, and of equals who came first. Each order is also a
// queue policy by itself, in which nobody starts before one who is before it; policies that backfill can be given any
// order. A new order is a file that defines its object, and its line in queue_orders.def.
#pragma once

#include "sim/batch/fair_shares.hpp"
#include "sim/batch/request.hpp"
#include "sim/core/registry.hpp"

namespace daruma::batch {

/// Whether a rule or a policy plans with the limits of run times, so that each job has to have one.
enum class Limits { ignored, needed };
/// Whether ranks are the same whenever they are asked for, or change as time goes by and users use the machine.
enum class Ranks { fixed, changing };

/// What ranks may depend on besides the job.
struct Standing {
  Seconds now{0};
  int processors = 1; ///< that are up, free and taken
  const scenario::PriorityWeights& weights;
  const FairShares& shares;
};

struct QueueOrder {
  std::string_view name;
  std::string_view summary;
  Limits limits;
  Ranks ranks;
  double (*rank)(const Request&, const Standing&);
};

namespace order {
#define DARUMA_ENTRY(name) extern const QueueOrder name;
#include "sim/batch/queue_orders.def"
#undef DARUMA_ENTRY
} // namespace order

const Registry<QueueOrder>& queue_orders();

} // namespace daruma::batch
