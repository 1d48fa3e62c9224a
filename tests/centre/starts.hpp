// When jobs start at a centre where nothing fails and nothing is urgent.
#pragma once

#include "sim/centre/centre.hpp"

namespace daruma::centre::test {

inline std::vector<Seconds> starts_of(const std::vector<Job>& jobs, int processors, std::string_view policy) {
  Rules rules;
  rules.nodes = processors;
  rules.queue = find_queue_policy(policy);
  std::vector<Seconds> starts;
  for (const Outcome& outcome : simulate(jobs, rules).outcomes) starts.push_back(outcome.start);
  return starts;
}

} // namespace daruma::centre::test
