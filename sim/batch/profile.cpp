#include "sim/batch/profile.hpp"

#include <algorithm>

namespace daruma::batch {

FreeNow::FreeNow(const Situation& situation)
    : pools_(situation.pools), all_(situation.free),
      by_pool_(situation.pools != nullptr ? *situation.free_by_pool : CoresByPool()), now_(situation.now) {
  if (situation.quotas != nullptr) quotas_.emplace(*situation.quotas, *situation.shares);
  if (situation.power != nullptr) power_.emplace(situation.now, *situation.power, *situation.shares);
}

std::optional<CoresByPool> FreeNow::room_for(const WaitingJob& job) const {
  if (job.processors > all_) return std::nullopt;
  if (pools_ == nullptr) return CoresByPool();
  if (is_held(job) || (power_ && !power_->fits(job.processors, now_, job.asked))) return std::nullopt;
  return pools_->share(job.processors, job.who, now_, job.asked, by_pool_);
}

int FreeNow::of(const Requester& who) const {
  if (pools_ == nullptr) return all_;
  int sum = 0;
  for (std::size_t pool = 0; pool < by_pool_.size(); ++pool)
    if (pools_->is_in(static_cast<int>(pool), who)) sum += by_pool_[pool];
  return std::min(sum, all_);
}

bool FreeNow::take(const WaitingJob& job, const CoresByPool& where) {
  if (job.processors > all_ || is_held(job)) return false;
  for (std::size_t pool = 0; pool < where.size(); ++pool)
    if (where[pool] > by_pool_[pool]) return false;
  for (std::size_t pool = 0; pool < where.size(); ++pool) by_pool_[pool] -= where[pool];
  all_ -= job.processors;
  if (quotas_) quotas_->take(job.who, job.processors);
  if (power_) power_->take(job.processors, now_, job.asked);
  return true;
}

void add_begun(std::vector<RunningJob>& running, const WaitingJob& job, const CoresByPool& where, Seconds now) {
  each_part(job.processors, where, [&](int processors, int pool) {
    const RunningJob begun{now + job.limit, job.job, processors, pool};
    running.insert(std::upper_bound(running.begin(), running.end(), begun), begun);
  });
}

Profile::Profile(const Situation& situation, const FreeNow& free, const std::vector<RunningJob>& running)
    : pools_(situation.pools) {
  if (situation.quotas != nullptr) quotas_.emplace(situation.now, *situation.quotas, *situation.shares);
  if (situation.power != nullptr) power_.emplace(situation.now, *situation.power, *situation.shares);
  if (pools_ == nullptr) steps_.emplace_back(situation.now, free.all(), running);
  for (std::size_t pool = 0; pool < free.by_pool().size(); ++pool)
    steps_.emplace_back(situation.now, free.by_pool()[pool], running, static_cast<int>(pool));
}

CoresByPool Profile::least(const WaitingJob& job, Seconds start) const {
  CoresByPool free;
  for (const FreeSteps& pool : steps_) free.push_back(pool.least(start, job.limit));
  return free;
}

bool Profile::fits(const WaitingJob& job, Seconds start) const {
  if (pools_ == nullptr) return steps_.front().fits(job.processors, start, job.limit);
  return is_allowed(job, start) &&
         pools_->share(job.processors, job.who, start, job.asked, least(job, start)).has_value();
}

/// By limits on what runs at once and by the power cap.
bool Profile::is_allowed(const WaitingJob& job, Seconds start) const {
  return (!quotas_ || quotas_->fits(job.who, job.processors, start, job.limit)) &&
         (!power_ || power_->fits(job.processors, start, job.asked));
}

/// When something changes after that time that was planned; never, if nothing does any more.
Seconds Profile::next_step(Seconds time) const {
  Seconds step = quotas_ ? quotas_->next_step(time) : never;
  if (power_) step = std::min(step, power_->next_work_step(time));
  for (const FreeSteps& pool : steps_) step = std::min(step, pool.next_step(time));
  return step;
}

/// Free in the end, in the pools of that partition.
int Profile::last(const Requester& who) const {
  int last = 0;
  for (std::size_t pool = 0; pool < steps_.size(); ++pool)
    if (pools_->is_in(static_cast<int>(pool), who)) last += steps_[pool].last();
  return last;
}

Seconds Profile::earliest(const WaitingJob& job, Seconds from) const {
  if (pools_ == nullptr) return steps_.front().earliest(job.processors, job.limit, from);
  constexpr int most_tries = 1000; // windows that come again and again may leave too short a time for ever
  int tries = 0;
  for (Seconds time = from; time < never && tries < most_tries;) {
    if (fits(job, time)) return time;
    const Seconds step = next_step(time);
    if (step == never && last(job.who) < job.processors) return never;
    if (step == never) ++tries;
    const Seconds opening = pools_->next_opening(time);
    time = std::min({step, opening, power_ ? power_->next_step(time) : never});
  }
  return never;
}

Seconds Profile::earlier(const WaitingJob& job, Seconds start, const NewRoom& room) {
  if (pools_ == nullptr) return steps_.front().earlier(job.processors, job.limit, start, room);
  const CoresByPool where = this->where(job);
  give(job, start);
  const Seconds first = earliest(job, steps_.front().begin());
  take(job, start, where);
  return std::min(first, start);
}

/// What has become free then. Where there are several pools that may be of use at other times, too: a job that leaves
/// one for another brings room there.
NewRoom Profile::room(Seconds from, Seconds until) const {
  return pools_ != nullptr ? NewRoom::everywhere() : steps_.front().room(from, until);
}

NewRoom Profile::move(const WaitingJob& job, Seconds start, Seconds earlier) {
  give(job, start);
  take(job, earlier);
  return room(std::max(start, earlier + job.limit), start + job.limit);
}

int Profile::free_at(Seconds time, const Requester& who) const {
  int free = 0;
  for (std::size_t pool = 0; pool < steps_.size(); ++pool)
    if (pools_ == nullptr || pools_->is_in(static_cast<int>(pool), who)) free += steps_[pool].least(time, Seconds(0));
  return power_ ? std::min(free, power_->least(time, Seconds(0))) : free;
}

void Profile::advance(Seconds now) {
  for (FreeSteps& pool : steps_) pool.advance(now);
}

void Profile::take(const WaitingJob& job, Seconds start) {
  if (pools_ == nullptr) return steps_.front().take(job.processors, start, job.limit);
  take(job, start, *pools_->share(job.processors, job.who, start, job.asked, least(job, start)));
}

void Profile::take(const WaitingJob& job, Seconds start, const CoresByPool& where) {
  each_part(job.processors, where, [&](int processors, int pool) {
    steps_[static_cast<std::size_t>(pool)].take(processors, start, job.limit);
  });
  if (pools_ != nullptr) planned_[job.job] = where;
  if (quotas_) quotas_->take(job.who, job.processors, start, job.limit);
  if (power_) power_->take(job.processors, start, job.asked);
}

void Profile::give(const WaitingJob& job, Seconds start) {
  each_part(job.processors, where(job), [&](int processors, int pool) {
    steps_[static_cast<std::size_t>(pool)].give(processors, start, job.limit);
  });
  if (pools_ != nullptr) planned_.erase(job.job);
  if (quotas_) quotas_->give(job.who, job.processors, start, job.limit);
  if (power_) power_->give(job.processors, start, job.asked);
}

NewRoom Profile::end(const RunningJob& job) {
  steps_[static_cast<std::size_t>(job.pool)].release(job.processors, job.end_by);
  return room(steps_.front().begin(), job.end_by);
}

const CoresByPool& Profile::where(const WaitingJob& job) const {
  static const CoresByPool anywhere;
  return pools_ == nullptr ? anywhere : planned_.at(job.job);
}

} // namespace daruma::batch
