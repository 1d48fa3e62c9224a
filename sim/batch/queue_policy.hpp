// Which waiting jobs start now: queue policies as pure functions of what a scheduler knows.
//
// A policy sees those who wait in the order of the queue (queue_order.hpp). A scheduler knows when running jobs end at
// the latest, not when they will end. A new policy is a file that defines its object, and its line in
// queue_policies.def.
#pragma once

#include "sim/batch/pools.hpp"
#include "sim/batch/queue_order.hpp"
#include "sim/core/registry.hpp"
#include "sim/core/units.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace daruma::batch {

struct WaitingJob {
  std::size_t job; ///< its number
  int processors;
  Requester who;
  Seconds limit;           ///< of its run time; what is expected, under a policy that predicts
  Seconds asked{limit};    ///< the limit, whatever is expected
  Seconds promised{never}; ///< when the policy last said that it starts, at the latest; never: not yet
  double rank = 0;         ///< by the order of the queue
  Seconds submit{0};       ///< when it first came
  bool is_urgent = false;
};

struct RunningJob {
  Seconds end_by; ///< at the latest; it is late if that has gone by
  std::size_t job;
  int processors;
  int pool = 0; ///< in which these are; a job on several has an entry for each

  friend bool operator<(const RunningJob& a, const RunningJob& b) {
    return std::tie(a.end_by, a.job, a.processors, a.pool) < std::tie(b.end_by, b.job, b.processors, b.pool);
  }
};

/// What runs, and whose it is, for limits that do not ask where.
struct RunningShare {
  Seconds end_by; ///< at the latest; as expected, under a policy that predicts
  Requester who;
  int processors;
  Seconds limit_by{end_by}; ///< when its limit is over, whatever is expected
};

class Quotas;
struct PowerRoom;

/// What a policy keeps from one decision to the next only to be faster: decisions do not depend on it.
struct PolicyCache {
  virtual ~PolicyCache() = default;
};

struct Situation {
  Seconds now;
  int free;                               ///< processors
  const std::vector<WaitingJob>& waiting; ///< urgent ones first, then in the order of the queue
  const std::vector<RunningJob>& running; ///< sorted
  const scenario::QueueParameters& parameters;
  std::unique_ptr<PolicyCache>* cache = nullptr; ///< of the last decision; none: nothing is kept
  const Pools* pools = nullptr;                  ///< none: there is but one, open to all at all times
  const CoresByPool* free_by_pool = nullptr;     ///< if there are pools
  const Quotas* quotas = nullptr;                ///< on partitions and users, only if there are pools; none: no limits
  const PowerRoom* power = nullptr;              ///< under a cap, only if there are pools; none: there is no cap
  const std::vector<RunningShare>* shares = nullptr; ///< sorted by end, if there are quotas or a cap
};

struct Choice {
  std::vector<std::size_t> places; ///< in `waiting` of those that start now, ascending; they fit in what is free
  std::vector<Seconds> promises{}; ///< to those who wait, by place; none: the policy makes none
  /// In which pools those start that start now, by place; none, if there is but one pool.
  std::map<std::size_t, CoresByPool> where{};

  /// Of one that starts; empty, if there is but one pool.
  CoresByPool where_of(std::size_t place) const {
    const auto found = where.find(place);
    return found == where.end() ? CoresByPool() : found->second;
  }
  void keep_where(std::size_t place, const CoresByPool& pools) {
    if (!pools.empty()) where[place] = pools;
  }
};

/// What a policy takes for the run time of a job: its limit, or what the last jobs of its user took.
enum class RunTimes { limited, predicted };
/// Whether a policy promises starts, and so is asked also when nothing is free.
enum class Promises { none, made };

struct QueuePolicy {
  std::string_view name;
  std::string_view summary;
  Limits limits;
  std::function<Choice(const Situation&)> choose;
  const QueueOrder* order = &order::arrival; ///< unless it is given another
  RunTimes run_times = RunTimes::limited;
  Promises promises = Promises::none;
};

namespace queue {
#define DARUMA_ENTRY(name) extern const QueuePolicy name;
#include "sim/batch/queue_policies.def"
#undef DARUMA_ENTRY
} // namespace queue

/// Those of queue_policies.def, and for each order but that of arrival one in which nobody starts out of turn.
const Registry<QueuePolicy>& queue_policies();

/// Nobody starts before one who is before it in the queue.
Choice choose_in_order(const Situation&);

/// When a job that has to wait starts at the latest, and how many processors are then left over.
struct Reservation {
  Seconds start; ///< never, if nodes have to be repaired before
  int spare;
};
Reservation reserve(int processors, int free, const std::vector<RunningJob>& running, Seconds now);

} // namespace daruma::batch
