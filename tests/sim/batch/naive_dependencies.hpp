// Jobs that depend on each other under first come, first served, as plainly as it can be written: at each moment it is
// found out anew from all starts and ends who may run. Shares no code with sim/batch but the struct of a job.
#pragma once

#include "sim/batch/job.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

namespace daruma::batch::test {

class NaiveDependencies {
public:
  static constexpr double not_yet = std::numeric_limits<double>::infinity();

  NaiveDependencies(const std::vector<Job>& jobs, int processors)
      : jobs_(jobs), all_(processors), starts_(jobs.size(), not_yet), ends_(jobs.size(), not_yet),
        has_held_(jobs.size()) {}

  /// When each starts; never where it does not.
  std::vector<double> run() {
    std::set<double> moments;
    for (const Job& job : jobs_) moments.insert(job.submit.count());
    for (; !moments.empty(); moments.erase(moments.begin())) {
      now_ = *moments.begin();
      for (bool is_any = true; is_any;) {
        is_any = false;
        note_what_holds();
        while (start_one()) is_any = true;
      }
      for (std::size_t i = 0; i < jobs_.size(); ++i) {
        if (starts_[i] != now_) continue;
        moments.insert(ends_[i]);
        for (const Job& other : jobs_)
          for (const Condition& one : other.dependency.conditions) moments.insert(now_ + one.delay.count());
      }
    }
    return starts_;
  }

private:
  bool has_ended(std::size_t job) const { return ends_[job] <= now_; }

  /// The jobs that a condition is about.
  std::vector<std::size_t> meant(const Condition& one) const {
    if (!one.is_array) return {one.of};
    std::vector<std::size_t> tasks;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (jobs_[i].dependency.array == one.of) tasks.push_back(i);
    return tasks;
  }

  bool is_first_of_its_name(std::size_t job) const {
    for (std::size_t other = 0; other < jobs_.size(); ++other) {
      if (other == job || jobs_[other].dependency.namesakes != jobs_[job].dependency.namesakes) continue;
      const bool has_come = jobs_[other].submit.count() <= now_;
      const bool runs = starts_[other] <= now_ && !has_ended(other);
      if (runs || (other < job && has_come && !has_ended(other))) return false;
    }
    return true;
  }

  bool holds(std::size_t job, const Condition& one) const {
    if (one.type == DependencyType::singleton) return is_first_of_its_name(job);
    const std::vector<std::size_t> tasks = meant(one);
    const auto all_are = [&](auto is) { return std::all_of(tasks.begin(), tasks.end(), is); };
    if (one.type == DependencyType::after)
      return all_are([&](std::size_t task) { return starts_[task] + one.delay.count() <= now_; });
    if (!all_are([&](std::size_t task) { return has_ended(task); })) return false;
    const bool is_any_bad =
        std::any_of(tasks.begin(), tasks.end(), [this](std::size_t task) { return jobs_[task].fails; });
    return one.type == DependencyType::afterany || is_any_bad == (one.type == DependencyType::afternotok);
  }

  bool may_run(std::size_t job) const {
    if (jobs_[job].submit.count() > now_ || starts_[job] < not_yet) return false;
    const Dependency& dependency = jobs_[job].dependency;
    const std::size_t held = has_held_[job].size();
    return dependency.is_any_enough ? held > 0 : held == dependency.conditions.size();
  }

  /// What has held once is not looked at again.
  void note_what_holds() {
    for (std::size_t job = 0; job < jobs_.size(); ++job) {
      if (jobs_[job].submit.count() > now_) continue;
      const auto& all = jobs_[job].dependency.conditions;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (holds(job, all[i])) has_held_[job].insert(i);
    }
  }

  bool is_array_full(std::size_t job) const {
    const Dependency& dependency = jobs_[job].dependency;
    if (dependency.array_limit == 0) return false;
    int running = 0;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (jobs_[i].dependency.array == dependency.array && starts_[i] <= now_ && !has_ended(i)) ++running;
    return running >= dependency.array_limit;
  }

  bool start_one() {
    int free = all_;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (starts_[i] <= now_ && !has_ended(i)) free -= jobs_[i].processors;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (!may_run(i) || is_array_full(i)) continue;
      if (jobs_[i].processors > free) return false;
      starts_[i] = now_;
      ends_[i] = now_ + jobs_[i].run.count();
      return true;
    }
    return false;
  }

  const std::vector<Job>& jobs_;
  int all_;
  double now_ = 0;
  std::vector<double> starts_;
  std::vector<double> ends_;
  std::vector<std::set<std::size_t>> has_held_; ///< conditions of each job
};

} // namespace daruma::batch::test
