#include "sim/batch/statistics.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace daruma::batch {

namespace {

/// From a time on so many processors are busy.
struct Step {
  Seconds time;
  long long busy;
};

std::vector<Step> steps_of(const std::vector<Execution>& executions) {
  std::vector<Step> steps;
  for (const Execution& job : executions) {
    steps.push_back({job.start, job.processors});
    steps.push_back({job.start + job.run, -job.processors});
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.time < b.time; });
  long long busy = 0;
  for (Step& step : steps) step.busy = busy += step.busy;
  return steps;
}

/// How long there were so many idle processors. Nobody is busy before the first step and after the last.
class IdleTime {
public:
  IdleTime(const std::vector<Step>& steps, long long most_busy) : steps_(steps), most_busy_(most_busy) {
    Seconds sum{0};
    for (std::size_t i = 0; i < steps.size(); ++i) {
      sums_.push_back(sum);
      if (i + 1 < steps.size() && steps[i].busy <= most_busy) sum += steps[i + 1].time - steps[i].time;
    }
  }

  /// Since the first step; below 0 before it.
  Seconds until(Seconds time) const {
    const auto next = std::upper_bound(steps_.begin(), steps_.end(), time,
                                       [](Seconds when, const Step& step) { return when < step.time; });
    if (next == steps_.begin()) return time - next->time;
    const auto last = static_cast<std::size_t>(next - steps_.begin() - 1);
    return sums_[last] + (steps_[last].busy <= most_busy_ ? time - steps_[last].time : Seconds(0));
  }

private:
  const std::vector<Step>& steps_;
  long long most_busy_;
  std::vector<Seconds> sums_{}; ///< until each step
};

} // namespace

Statistics statistics(const std::vector<Execution>& executions, int processors) {
  constexpr Seconds shortest{10};
  Seconds wait{0};
  Seconds work{0}; // of one processor
  double slowdown = 0;
  Seconds first = executions.front().submit;
  Seconds last = first;
  for (const Execution& job : executions) {
    wait += job.start - job.submit;
    work += job.used.value_or(job.run * job.processors);
    slowdown += std::max(1.0, (job.start - job.submit + job.run + job.lag) / std::max(job.run, shortest));
    first = std::min(first, job.submit);
    last = std::max(last, job.start + job.run + job.lag);
  }
  const auto count = static_cast<double>(executions.size());
  return {wait / count, slowdown / count, work / (last - first) / processors, last - first};
}

double overbooked(const std::vector<Execution>& executions, int processors) {
  const std::vector<Step> steps = steps_of(executions);
  Seconds beyond{0};
  Seconds all{0};
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const Seconds time = steps[i + 1].time - steps[i].time;
    all += time * static_cast<double>(steps[i].busy);
    beyond += time * static_cast<double>(std::max(0LL, steps[i].busy - processors));
  }
  return beyond / all;
}

double needless_wait(const std::vector<Execution>& executions, int processors) {
  const std::vector<Step> steps = steps_of(executions);
  std::map<int, std::vector<const Execution*>> by_size;
  for (const Execution& job : executions) by_size[job.processors].push_back(&job);
  Seconds needless{0};
  Seconds all{0};
  for (const auto& [size, jobs] : by_size) {
    const IdleTime idle(steps, static_cast<long long>(processors) - size);
    for (const Execution* job : jobs) {
      needless += idle.until(job->start) - idle.until(job->submit);
      all += job->start - job->submit;
    }
  }
  return all > Seconds(0) ? needless / all : 0;
}

} // namespace daruma::batch
