// Jobs that all run at once, each a list of times alone and of transfers that share a file system: as simple and as
// slow as can be.
#pragma once

#include "sim/batch/pieces.hpp"
#include "sim/core/checkpoint_cost.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace daruma::batch::test {

struct NaivePhase {
  double alone_s; ///< before the transfer
  double of_each; ///< bytes; below 0: nothing is transferred
};

struct NaiveJob {
  double begin_s;
  int processes;
  std::vector<NaivePhase> phases;
};

/// What each process gets if so many in turn are transferring, and none gets more than its own part of a link: what is
/// there is poured over all in equal, small steps.
inline std::vector<double> naive_rates(const std::vector<int>& processes, int cores, const StorageRates& rates) {
  const auto given = [&](double level) {
    double sum = 0;
    for (const int one : processes) sum += one * std::min(level, rates.link.value() / std::min(one, cores));
    return sum;
  };
  double low = 0;
  double high = rates.link.value();
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (given(middle) <= rates.file_system.value() ? low : high) = middle;
  }
  std::vector<double> each;
  for (const int one : processes) each.push_back(std::min(low, rates.link.value() / std::min(one, cores)));
  return each;
}

/// When each job ends.
inline std::vector<double> naive_ends(const std::vector<NaiveJob>& jobs, int cores, const StorageRates& rates) {
  struct State {
    std::size_t phase = 0;
    double alone_until;
    double bytes = -1;
  };
  constexpr double never_s = std::numeric_limits<double>::infinity();
  std::vector<State> states;
  for (const NaiveJob& job : jobs) states.push_back({0, job.begin_s + job.phases[0].alone_s});
  std::vector<double> ends(jobs.size(), never_s);
  double now = 0;
  const auto next_phase = [&](std::size_t i) {
    State& state = states[i];
    state.bytes = -1;
    if (++state.phase == jobs[i].phases.size())
      ends[i] = now;
    else
      state.alone_until = now + jobs[i].phases[state.phase].alone_s;
  };
  while (std::any_of(ends.begin(), ends.end(), [](double end) { return end == never_s; })) {
    std::vector<std::size_t> who;
    std::vector<int> processes;
    for (std::size_t i = 0; i < jobs.size(); ++i)
      if (ends[i] == never_s && states[i].bytes >= 0) {
        who.push_back(i);
        processes.push_back(jobs[i].processes);
      }
    const std::vector<double> each = naive_rates(processes, cores, rates);
    double next = never_s;
    std::size_t first = 0;
    for (std::size_t k = 0; k < who.size(); ++k)
      if (now + states[who[k]].bytes / each[k] < next) {
        next = now + states[who[k]].bytes / each[k];
        first = who[k];
      }
    for (std::size_t i = 0; i < jobs.size(); ++i)
      if (ends[i] == never_s && states[i].bytes < 0 && states[i].alone_until < next) {
        next = states[i].alone_until;
        first = i;
      }
    for (std::size_t k = 0; k < who.size(); ++k)
      states[who[k]].bytes = std::max(0.0, states[who[k]].bytes - each[k] * (next - now));
    now = next;
    const bool has_transferred = states[first].bytes >= 0;
    const double of_each = jobs[first].phases[states[first].phase].of_each;
    if (has_transferred || of_each < 0)
      next_phase(first);
    else
      states[first].bytes = of_each;
  }
  return ends;
}

} // namespace daruma::batch::test
