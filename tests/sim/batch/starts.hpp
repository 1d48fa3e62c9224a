// When jobs start at a centre where nothing fails and nothing is urgent.
#pragma once

#include "sim/batch/centre.hpp"

namespace daruma::batch::test {

inline std::vector<Seconds> starts_of(const std::vector<Job>& jobs, int processors, std::string_view policy,
                                      const scenario::QueueParameters& parameters = {},
                                      const std::vector<Window>& windows = {}, Rules rules = {}) {
  rules.windows = windows;
  rules.nodes = processors;
  rules.queue = find_entry(queue_policies(), policy);
  rules.queue_parameters = parameters;
  std::vector<Seconds> starts;
  for (const JobOutcome& outcome : simulate(jobs, rules).outcomes) starts.push_back(outcome.start);
  return starts;
}

inline std::vector<double> seconds_of(const std::vector<Seconds>& starts) {
  std::vector<double> all;
  for (const Seconds start : starts) all.push_back(start.count());
  return all;
}

} // namespace daruma::batch::test
