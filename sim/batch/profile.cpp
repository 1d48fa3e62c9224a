#include "sim/batch/profile.hpp"

#include <algorithm>

namespace daruma::batch {

std::optional<CoresByPool> FreeNow::room_for(const WaitingJob& job, Seconds now) const {
  if (job.processors > all_) return std::nullopt;
  if (pools_ == nullptr) return CoresByPool();
  return pools_->share(job.processors, job.user, now, job.asked, by_pool_);
}

bool FreeNow::take(int processors, const CoresByPool& where) {
  if (processors > all_) return false;
  for (std::size_t pool = 0; pool < where.size(); ++pool)
    if (where[pool] > by_pool_[pool]) return false;
  for (std::size_t pool = 0; pool < where.size(); ++pool) by_pool_[pool] -= where[pool];
  all_ -= processors;
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
  return pools_->share(job.processors, job.user, start, job.asked, least(job, start)).has_value();
}

Seconds Profile::earliest(const WaitingJob& job, Seconds from) const {
  if (pools_ == nullptr) return steps_.front().earliest(job.processors, job.limit, from);
  for (Seconds time = from;;) {
    if (fits(job, time)) return time;
    Seconds step = never;
    for (const FreeSteps& pool : steps_) step = std::min(step, pool.next_step(time));
    if (step == never) {
      CoresByPool last;
      for (const FreeSteps& pool : steps_) last.push_back(pool.last());
      return pools_->first_opening(job.processors, job.user, time, job.asked, last);
    }
    time = std::min(step, pools_->next_opening(time));
  }
}

Seconds Profile::earlier(const WaitingJob& job, Seconds start, Seconds bound) {
  if (pools_ == nullptr) return steps_.front().earlier(job.processors, job.limit, start, bound);
  const CoresByPool where = this->where(job);
  give(job, start);
  const Seconds first = earliest(job, steps_.front().begin());
  take(job, start, where);
  return std::min(first, start);
}

int Profile::most_before(Seconds bound) const {
  int most = 0;
  for (const FreeSteps& pool : steps_) most += pool.most_before(bound);
  return most;
}

int Profile::free_at(Seconds time) const {
  int free = 0;
  for (const FreeSteps& pool : steps_) free += pool.least(time, Seconds(0));
  return free;
}

void Profile::advance(Seconds now) {
  for (FreeSteps& pool : steps_) pool.advance(now);
}

void Profile::take(const WaitingJob& job, Seconds start) {
  if (pools_ == nullptr) return steps_.front().take(job.processors, start, job.limit);
  take(job, start, *pools_->share(job.processors, job.user, start, job.asked, least(job, start)));
}

void Profile::take(const WaitingJob& job, Seconds start, const CoresByPool& where) {
  each_part(job.processors, where, [&](int processors, int pool) {
    steps_[static_cast<std::size_t>(pool)].take(processors, start, job.limit);
  });
  if (pools_ != nullptr) planned_[job.job] = where;
}

void Profile::give(const WaitingJob& job, Seconds start) {
  each_part(job.processors, where(job), [&](int processors, int pool) {
    steps_[static_cast<std::size_t>(pool)].give(processors, start, job.limit);
  });
  if (pools_ != nullptr) planned_.erase(job.job);
}

void Profile::end(const RunningJob& job, Seconds now) {
  steps_[static_cast<std::size_t>(job.pool)].give(job.processors, now, job.end_by - now);
}

const CoresByPool& Profile::where(const WaitingJob& job) const {
  static const CoresByPool anywhere;
  return pools_ == nullptr ? anywhere : planned_.at(job.job);
}

} // namespace daruma::batch
