// Which processors the scheduler gives to whom where nodes are of several pools.
#include "sim/batch/profile.hpp"
#include "sim/batch/scheduler.hpp"

#include <algorithm>

namespace daruma::batch {

/// How many of those processors the user may have for so long.
int Scheduler::open_part(int processors, const CoresByPool& where, int user, Seconds now, Seconds limit) const {
  if (pools_ == nullptr) return processors;
  int sum = 0;
  for (int pool = 0; pool < pools_->count(); ++pool)
    if (pools_->is_open(pool, user, now, limit)) sum += where[static_cast<std::size_t>(pool)];
  return sum;
}

/// Where a job can start now, for so long; nothing, if there is no room.
std::optional<CoresByPool> Scheduler::room_for(int processors, int user, Seconds now, Seconds limit, int free) const {
  if (processors > free) return std::nullopt;
  if (pools_ == nullptr) return CoresByPool();
  return pools_->share(processors, user, now, limit, free_by_pool_);
}

/// What is kept for urgent jobs is kept where there are fewest windows: the first pools have the fewest.
void Scheduler::keep_for_urgent() {
  int rest = reserve_;
  for (int& free : free_by_pool_) {
    const int kept = std::min(free, rest);
    free -= kept;
    rest -= kept;
  }
}

/// As on one pool, each with what is free where it may be until its limit.
void Scheduler::give_back_in_pools(Decisions& decisions, Seconds now, const std::vector<ShrunkJob>& shrunk, int& free) {
  for (const ShrunkJob& job : shrunk) {
    Running& one = running_.at(job.job);
    const int user = one.request.account.user;
    const Seconds left = std::max(Seconds(0), one.end_by + one.not_expected - now);
    const int open = std::min(free, open_part(free, free_by_pool_, user, now, left));
    const std::vector<ResizeDecision> growing = grow_back(open, {job});
    const int more = growing.empty() ? 0 : growing.front().keeps - job.processors;
    free -= more;
    if (more == 0) continue;
    const CoresByPool where = *room_for(more, user, now, left, more);
    tell(one, growing.front().keeps, now, where);
    decisions.push_back({Decision::Kind::grow, job.job, one.target, 0, where});
  }
}

/// Of the first that waits, on all its processors, as far as is known.
Seconds Scheduler::start_at_latest(const WaitingJob& head, Seconds now, int free) const {
  if (pools_ == nullptr) return reserve(head.processors, free, by_limit_, now).start;
  return Profile({now, free, waiting_, by_limit_, parameters_, nullptr, pools_, &free_by_pool_}).earliest(head, now);
}

} // namespace daruma::batch
