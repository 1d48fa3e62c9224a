// Malleable jobs under first come, first served, as plainly as it can be written: processors change hands one by one,
// and at once. Shares no code with sim/batch but the struct of a job.
#pragma once

#include "sim/batch/job.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace daruma::batch::test {

/// A job and so many processors from a time on.
struct SizeFrom {
  std::size_t job;
  double from;
  int processors;
};

class NaiveSharing {
public:
  NaiveSharing(const std::vector<Job>& jobs, int processors, std::string strategy)
      : jobs_(jobs), free_(processors), strategy_(std::move(strategy)), has_(jobs.size()), left_(jobs.size()),
        since_(jobs.size()) {}

  /// Of each job that changes hands, its processors from then on; 0: it has ended.
  std::vector<SizeFrom> run() {
    std::size_t come = 0;
    for (std::size_t ended = 0; ended < jobs_.size();) {
      now_ = come < jobs_.size() ? jobs_[come].submit.count() : std::numeric_limits<double>::infinity();
      for (const std::size_t job : running_) now_ = std::min(now_, end_of(job));
      const std::vector<int> before = has_;
      for (std::size_t i = running_.size(); i-- > 0;)
        if (end_of(running_[i]) == now_) {
          free_ += has_[running_[i]];
          has_[running_[i]] = 0;
          running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
          ++ended;
        }
      for (; come < jobs_.size() && jobs_[come].submit.count() == now_; ++come) waiting_.push_back(come);
      const std::vector<int> worked_on = has_;
      wanted_ = has_;
      while (!waiting_.empty() && start_first()) {}
      give_away();
      for (std::size_t job = 0; job < jobs_.size(); ++job) {
        if (wanted_[job] != worked_on[job]) resize(job, worked_on[job]);
        if (wanted_[job] != before[job]) sizes_.push_back({job, now_, wanted_[job]});
      }
      has_ = wanted_;
    }
    return sizes_;
  }

private:
  bool is_malleable(std::size_t job) const { return jobs_[job].flexibility == Flexibility::malleable; }
  int least(std::size_t job) const { return is_malleable(job) ? jobs_[job].fewest : jobs_[job].processors; }
  int preferred(std::size_t job) const { return jobs_[job].processors; }
  int most(std::size_t job) const {
    return is_malleable(job) ? std::max(jobs_[job].most, preferred(job)) : preferred(job);
  }

  /// Times as long as on all that it asked for, by Amdahl's law.
  double factor(std::size_t job, int processors) const {
    const double serial = jobs_[job].serial_share;
    return (serial + (1 - serial) / processors) / (serial + (1 - serial) / preferred(job));
  }
  double end_of(std::size_t job) const { return since_[job] + left_[job] * factor(job, has_[job]); }

  void resize(std::size_t job, int from) {
    if (from == 0)
      left_[job] = jobs_[job].run.count();
    else
      left_[job] -= (now_ - since_[job]) / factor(job, from);
    since_[job] = now_;
  }

  /// What it has beyond what, in the eyes of the strategy.
  double rank(std::size_t job) const {
    const int has = wanted_[job];
    if (strategy_ == "min") return has - least(job);
    if (strategy_ == "average")
      return most(job) > least(job) ? static_cast<double>(has - least(job)) / (most(job) - least(job)) : 0;
    if (strategy_ == "max-steal") return has;
    return has - preferred(job);
  }

  /// The malleable jobs that run, the highest rank first; of equals the lower number.
  std::vector<std::size_t> givers() const {
    std::vector<std::size_t> jobs;
    for (std::size_t job = 0; job < jobs_.size(); ++job)
      if (is_malleable(job) && std::count(running_.begin(), running_.end(), job) > 0) jobs.push_back(job);
    std::stable_sort(jobs.begin(), jobs.end(), [this](auto a, auto b) { return rank(a) > rank(b); });
    return jobs;
  }

  int floor(std::size_t job, bool to_preferred) const { return to_preferred ? preferred(job) : least(job); }

  int to_be_had(bool to_preferred) const {
    int sum = free_;
    for (const std::size_t job : givers()) sum += std::max(0, wanted_[job] - floor(job, to_preferred));
    return sum;
  }

  /// Whether the first has started on that size, for which others gave what was not free.
  bool start(int size, bool to_preferred) {
    if (to_be_had(to_preferred) < size) return false;
    std::vector<std::size_t> order = givers();
    while (free_ < size) {
      if (strategy_ == "average") order = givers();
      for (const std::size_t job : order)
        if (wanted_[job] > floor(job, to_preferred)) {
          --wanted_[job];
          ++free_;
          break;
        }
    }
    free_ -= size;
    running_.push_back(waiting_.front());
    wanted_[waiting_.front()] = size;
    waiting_.erase(waiting_.begin());
    return true;
  }

  bool start_first() {
    const std::size_t first = waiting_.front();
    if (strategy_ == "min" || strategy_ == "average") return start(least(first), false);
    if (strategy_ == "max-steal")
      return to_be_had(false) >= least(first) && start(std::min(most(first), to_be_had(false)), false);
    if (free_ >= least(first)) return start(std::min(free_, preferred(first)), false);
    return start(preferred(first), true) || start(least(first), true) ||
           (strategy_ == "preferred" && start(least(first), false));
  }

  void give_away() {
    if (strategy_ == "average") return give_to_lowest();
    const bool is_by_preferred = strategy_ == "preferred" || strategy_ == "keep-preferred";
    if (is_by_preferred)
      for (const std::size_t job : takers()) give(job, preferred(job));
    for (const std::size_t job : takers()) give(job, most(job));
  }

  /// The malleable jobs that run, the lowest rank first; under max-steal as they came.
  std::vector<std::size_t> takers() const {
    std::vector<std::size_t> order = givers();
    std::sort(order.begin(), order.end());
    if (strategy_ != "max-steal")
      std::stable_sort(order.begin(), order.end(), [this](auto a, auto b) { return rank(a) < rank(b); });
    return order;
  }

  void give(std::size_t job, int up_to) {
    for (; free_ > 0 && wanted_[job] < up_to; --free_) ++wanted_[job];
  }

  void give_to_lowest() {
    while (free_ > 0) {
      const std::vector<std::size_t> highest_first = givers();
      std::size_t lowest = jobs_.size();
      for (const std::size_t job : highest_first)
        if (wanted_[job] < most(job) &&
            (lowest == jobs_.size() || rank(job) < rank(lowest) || (rank(job) == rank(lowest) && job < lowest)))
          lowest = job;
      if (lowest == jobs_.size()) return;
      give(lowest, wanted_[lowest] + 1);
    }
  }

  const std::vector<Job>& jobs_;
  int free_;
  std::string strategy_;
  double now_ = 0;
  std::vector<int> has_;      ///< processors since the last moment
  std::vector<int> wanted_{}; ///< from this moment on
  std::vector<double> left_;  ///< of its run time on all that it asked for
  std::vector<double> since_; ///< when it was given the size that it has
  std::vector<std::size_t> waiting_{};
  std::vector<std::size_t> running_{};
  std::vector<SizeFrom> sizes_{};
};

} // namespace daruma::batch::test
