// Which processors the scheduler gives to whom where nodes are of several pools.
#include "sim/batch/profile.hpp"
#include "sim/batch/scheduler.hpp"

#include <algorithm>

namespace daruma::batch {

/// How many of those processors the user may have for so long.
int Scheduler::open_part(int processors, const CoresByPool& where, const Requester& who, Seconds now,
                         Seconds limit) const {
  if (pools_ == nullptr) return processors;
  int sum = 0;
  for (int pool = 0; pool < pools_->count(); ++pool)
    if (pools_->is_open(pool, who, now, limit)) sum += where[static_cast<std::size_t>(pool)];
  return sum;
}

/// Where a job can start now, for so long; nothing, if there is no room.
std::optional<CoresByPool> Scheduler::room_for(int processors, const Requester& who, Seconds now, Seconds limit,
                                               int free) const {
  if (processors > free) return std::nullopt;
  if (pools_ == nullptr) return CoresByPool();
  return pools_->share(processors, who, now, limit, free_by_pool_);
}

/// What runs, sorted by its end; nothing, if nobody asks for it.
std::vector<RunningShare> Scheduler::shares() const {
  std::vector<RunningShare> shares;
  if (quotas_ == nullptr && !power_) return shares;
  for (const auto& [job, one] : running_)
    shares.push_back({one.end_by, one.request.who(), one.is_growing ? std::max(one.has, one.target) : one.has,
                      one.end_by + one.not_expected});
  for (const auto& [number, entries] : releases_)
    for (const RunningJob& entry : entries) shares.push_back({entry.end_by, {}, entry.processors});
  std::stable_sort(shares.begin(), shares.end(),
                   [](const RunningShare& a, const RunningShare& b) { return a.end_by < b.end_by; });
  return shares;
}

/// How many cores more a job may have for so long, by limits on what runs at once and by the power cap.
int Scheduler::allowed(const Requester& who, Seconds now, Seconds length) const {
  int allowed = std::numeric_limits<int>::max();
  if (quotas_ == nullptr && !power_) return allowed;
  const std::vector<RunningShare> shares = this->shares();
  if (quotas_ != nullptr) allowed = QuotasNow(*quotas_, shares).left(who);
  return power_ ? std::min(allowed, PowerPlan(now, *power_, shares).least(now, length)) : allowed;
}

/// How many of the free processors may work under the cap as it is now.
int Scheduler::powered(Seconds now, int free) const {
  return power_ ? std::min(free, power_->cap->cores(now, power_->idle) - busy_) : free;
}

void Scheduler::limit(const PowerRoom& power) {
  is_any_hopeless_ = is_any_hopeless_ || (power_ && power_->idle != power.idle);
  power_ = power;
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
    const Requester who = one.request.who();
    const Seconds left = std::max(Seconds(0), one.end_by + one.not_expected - now);
    const int open =
        std::min({free, open_part(free, free_by_pool_, who, now, left), std::max(0, allowed(who, now, left))});
    const std::vector<ResizeDecision> growing = grow_back(open, {job});
    const int more = growing.empty() ? 0 : growing.front().keeps - job.processors;
    free -= more;
    if (more == 0) continue;
    const CoresByPool where = *room_for(more, who, now, left, more);
    tell(one, growing.front().keeps, now, where);
    decisions.push_back({Decision::Kind::grow, job.job, one.target, 0, where});
  }
}

/// Of the first that waits, on all its processors, as far as is known.
Seconds Scheduler::start_at_latest(const WaitingJob& head, Seconds now, int free) const {
  if (pools_ == nullptr) return reserve(head.processors, free, by_limit_, now).start;
  const std::vector<RunningShare> shares = this->shares();
  const Situation situation{now,     free,   waiting_,       by_limit_, parameters_,
                            nullptr, pools_, &free_by_pool_, quotas_,   power_ ? &*power_ : nullptr,
                            &shares};
  return Profile(situation).earliest(head, now);
}

} // namespace daruma::batch
