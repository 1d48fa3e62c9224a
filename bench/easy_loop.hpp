// The least that EASY can be: when each job starts, by a loop that knows cores only as a number. Who is in the queue
// is looked at one after the other, as sim/batch does it.
#pragma once

#include "sim/batch/job.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace daruma::bench {

class EasyLoop {
public:
  EasyLoop(const std::vector<batch::Job>& jobs, int cores) : jobs_(jobs), free_(cores), starts_(jobs.size()) {}

  std::vector<Seconds> run() {
    while (next_ < jobs_.size() || !ends_.empty()) {
      Seconds now = ends_.empty() ? never : ends_.top().first;
      if (next_ < jobs_.size()) now = std::min(now, jobs_[next_].submit);
      for (; !ends_.empty() && ends_.top().first == now; ends_.pop()) end(ends_.top().second);
      for (; next_ < jobs_.size() && jobs_[next_].submit == now; ++next_) queue_.push_back(next_);
      schedule(now);
    }
    return starts_;
  }

private:
  using Dated = std::pair<Seconds, std::size_t>;

  void end(std::size_t job) {
    free_ += jobs_[job].processors;
    running_.erase(std::lower_bound(running_.begin(), running_.end(), Dated{starts_[job] + jobs_[job].limit, job}));
  }

  void start(std::size_t job, Seconds now) {
    free_ -= jobs_[job].processors;
    starts_[job] = now;
    ends_.emplace(now + jobs_[job].run, job);
    const Dated entry{now + jobs_[job].limit, job};
    running_.insert(std::upper_bound(running_.begin(), running_.end(), entry), entry);
  }

  void schedule(Seconds now) {
    std::size_t first = 0;
    for (; first < queue_.size() && jobs_[queue_[first]].processors <= free_; ++first) start(queue_[first], now);
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(first));
    if (queue_.size() > 1 && free_ > 0) backfill(now);
  }

  void backfill(Seconds now) {
    int spare = free_ - jobs_[queue_.front()].processors;
    Seconds shadow = now;
    for (const auto& [end_by, job] : running_) {
      if (spare >= 0 && end_by > shadow) break;
      shadow = std::max(now, end_by);
      spare += jobs_[job].processors;
    }
    std::size_t kept = 1;
    for (std::size_t place = 1; place < queue_.size(); ++place) {
      const batch::Job& job = jobs_[queue_[place]];
      const bool is_over = now + job.limit <= shadow;
      if (job.processors > free_ || (!is_over && job.processors > spare)) {
        queue_[kept++] = queue_[place];
        continue;
      }
      if (!is_over) spare -= job.processors;
      start(queue_[place], now);
    }
    queue_.resize(kept);
  }

  const std::vector<batch::Job>& jobs_;
  int free_;
  std::size_t next_ = 0;
  std::vector<std::size_t> queue_{};
  std::vector<Dated> running_{}; ///< by the end of their limits
  std::priority_queue<Dated, std::vector<Dated>, std::greater<>> ends_{};
  std::vector<Seconds> starts_;
};

inline std::vector<Seconds> easy_loop(const std::vector<batch::Job>& jobs, int cores) {
  return EasyLoop(jobs, cores).run();
}

} // namespace daruma::bench
