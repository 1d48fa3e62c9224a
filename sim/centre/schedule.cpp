#include "sim/centre/schedule.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace daruma::centre {

namespace {

constexpr Seconds endless{std::numeric_limits<double>::infinity()};

class BatchSystem {
public:
  BatchSystem(const std::vector<Job>& jobs, int processors, const QueuePolicy& policy)
      : jobs_(jobs), policy_(policy), free_(processors), starts_(jobs.size()) {}

  std::vector<Seconds> run() {
    while (next_ < jobs_.size() || !ends_.empty()) {
      const Seconds now = std::min(next_submission(), next_end());
      while (next_end() == now) end();
      while (next_submission() == now) submit();
      start(now);
    }
    return std::move(starts_);
  }

private:
  using End = std::pair<Seconds, std::size_t>; ///< of the job of that number

  Seconds next_submission() const { return next_ < jobs_.size() ? jobs_[next_].submit : endless; }
  Seconds next_end() const { return ends_.empty() ? endless : ends_.top().first; }

  RunningJob as_running(std::size_t number) const {
    return {starts_[number] + jobs_[number].limit, number, jobs_[number].processors};
  }

  void end() {
    const RunningJob job = as_running(ends_.top().second);
    ends_.pop();
    running_.erase(std::lower_bound(running_.begin(), running_.end(), job));
    free_ += job.processors;
  }

  void submit() {
    waiting_.push_back({next_, jobs_[next_].processors, jobs_[next_].limit});
    ++next_;
  }

  void start(Seconds now) {
    if (waiting_.empty() || free_ == 0) return;
    const std::vector<std::size_t> chosen = policy_.choose({now, free_, waiting_, running_});
    for (const std::size_t place : chosen) start(waiting_[place].job, now);
    remove(chosen);
  }

  void start(std::size_t number, Seconds now) {
    starts_[number] = now;
    const RunningJob job = as_running(number);
    running_.insert(std::upper_bound(running_.begin(), running_.end(), job), job);
    ends_.emplace(now + jobs_[number].run, number);
    free_ -= job.processors;
  }

  /// Those at these places, ascending, wait no more.
  void remove(const std::vector<std::size_t>& places) {
    if (places.empty()) return;
    auto kept = waiting_.begin() + static_cast<std::ptrdiff_t>(places.front());
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::size_t beyond = i + 1 < places.size() ? places[i + 1] : waiting_.size();
      kept = std::move(waiting_.begin() + static_cast<std::ptrdiff_t>(places[i]) + 1,
                       waiting_.begin() + static_cast<std::ptrdiff_t>(beyond), kept);
    }
    waiting_.erase(kept, waiting_.end());
  }

  const std::vector<Job>& jobs_;
  const QueuePolicy& policy_;
  int free_;
  std::vector<Seconds> starts_;
  std::size_t next_ = 0; ///< to come
  std::vector<WaitingJob> waiting_{};
  std::vector<RunningJob> running_{};
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_{};
};

} // namespace

Job as_logged(const LoggedJob& logged) {
  const Seconds limit = logged.asked.value_or(logged.run);
  return {logged.submit, std::min(logged.run, limit), limit, logged.processors};
}

std::vector<Seconds> start_times(const std::vector<Job>& jobs, int processors, const QueuePolicy& policy) {
  return BatchSystem(jobs, processors, policy).run();
}

} // namespace daruma::centre
