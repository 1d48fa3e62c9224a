// What is free at which time to come, in each pool of nodes, as far as is planned; and what is free now.
//
// On a machine of one pool a job can be on any processors, and only their number counts. On several it has to be where
// it may be for all of its limit (pools.hpp), and keeps the processors there that are free all that time. Limits on
// what runs at once and a power cap (quotas.hpp) go before.
#pragma once

#include "sim/batch/free_steps.hpp"
#include "sim/batch/queue_policy.hpp"
#include "sim/batch/quotas.hpp"

#include <map>
#include <vector>

namespace daruma::batch {

/// What is free now, as jobs are given it one after the other.
class FreeNow {
public:
  explicit FreeNow(const Situation&);

  int all() const { return all_; }
  const CoresByPool& by_pool() const { return by_pool_; }
  /// Where a job can start now; nothing, if there is no room for it.
  std::optional<CoresByPool> room_for(const WaitingJob&) const;
  /// Of those in the pools of its partition.
  int of(const Requester&) const;
  /// Gives it these: whether they were free, and it under no limit.
  bool take(const WaitingJob&, const CoresByPool& where);
  /// Whether it waits for a limit on what its partition or its user has at once: for such a job nobody waits.
  bool is_held(const WaitingJob& job) const { return quotas_ && quotas_->left(job.who) < job.processors; }

private:
  const Pools* pools_;
  int all_;
  CoresByPool by_pool_;
  std::optional<QuotasNow> quotas_{};
  std::optional<PowerPlan> power_{};
  Seconds now_;
};

/// Tells `use` of the parts of a job that lie in different pools: their processors, and which pool.
template <class Use> void each_part(int processors, const CoresByPool& where, Use use) {
  if (where.empty()) return use(processors, 0);
  for (std::size_t pool = 0; pool < where.size(); ++pool)
    if (where[pool] > 0) use(where[pool], static_cast<int>(pool));
}

/// Adds a job that starts now to those that run, which are sorted.
void add_begun(std::vector<RunningJob>& running, const WaitingJob&, const CoresByPool& where, Seconds now);

class Profile {
public:
  explicit Profile(const Situation& situation) : Profile(situation, FreeNow(situation), situation.running) {}
  /// `running` is sorted, and those of the situation if there are limits on what runs at once.
  Profile(const Situation&, const FreeNow&, const std::vector<RunningJob>& running);

  /// The first time from `from` on at which the job can be there for all of its limit; never, if there is none.
  Seconds earliest(const WaitingJob&, Seconds from) const;
  /// All of it, from now on.
  NewRoom all_room() const { return room(steps_.front().begin(), never); }
  /// The first time before `start` at which who is planned for `start` could start instead; `start` itself, if there is
  /// none. Before there was that room there was none.
  Seconds earlier(const WaitingJob&, Seconds start, const NewRoom&);
  /// Who is planned for `start` starts earlier: the room that this leaves.
  NewRoom move(const WaitingJob&, Seconds start, Seconds earlier);
  bool fits(const WaitingJob&, Seconds start) const;
  /// Free at that time, in the pools of that partition.
  int free_at(Seconds time, const Requester&) const;
  /// Forgets what is before that time.
  void advance(Seconds now);
  /// A job is planned, and is not any more.
  void take(const WaitingJob&, Seconds start);
  void take(const WaitingJob&, Seconds start, const CoresByPool& where);
  void give(const WaitingJob&, Seconds start);
  /// Who runs is over now: the room that this leaves.
  NewRoom end(const RunningJob&);

  /// Where a job that is planned will be; empty on a machine of one pool.
  const CoresByPool& where(const WaitingJob&) const;

private:
  NewRoom room(Seconds from, Seconds until) const;
  CoresByPool least(const WaitingJob&, Seconds start) const;
  bool is_allowed(const WaitingJob&, Seconds start) const;
  Seconds next_step(Seconds time) const;
  int last(const Requester&) const;

  const Pools* pools_;
  std::optional<QuotaPlan> quotas_{};
  std::optional<PowerPlan> power_{};
  std::vector<FreeSteps> steps_;                 ///< by pool
  std::map<std::size_t, CoresByPool> planned_{}; ///< by job, where there are several pools
};

} // namespace daruma::batch
