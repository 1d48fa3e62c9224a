// A centre of nodes of one core on which a checkpoint of any job takes a second.
#pragma once

#include "sim/batch/centre.hpp"

namespace daruma::batch::test {

inline Job job(double submit_s, double run_s, int processors) {
  return {Seconds(submit_s), Seconds(run_s), Seconds(run_s), processors};
}

inline Rules rules_of(int nodes, std::string_view failure) {
  Rules rules;
  rules.nodes = nodes;
  rules.failure = find_entry(failure_policies(), failure);
  rules.costs.to = CheckpointPlace::file_system;
  rules.costs.rates = {BytesPerSecond(1), BytesPerSecond(1), BytesPerSecond(1e9)};
  rules.costs.state = Bytes(1);
  return rules;
}

inline Rules with_period(Rules rules, double period_s) {
  rules.costs.rule = PeriodRule::fixed;
  rules.costs.period = Seconds(period_s);
  return rules;
}

} // namespace daruma::batch::test
