// A centre of all pairs of policies for failures and urgent jobs, with jobs of all kinds and nodes that fail.
#pragma once

#include "sim/core/random_stream.hpp"
#include "tests/sim/batch/nodes_that_fail.hpp"
#include "tests/sim/batch/random_jobs.hpp"

#include <ostream>
#include <vector>

namespace daruma::batch::test {

constexpr int nodes_of_mixed = 12;
constexpr int cores_of_mixed = 3;

struct Policies {
  std::string_view failure;
  std::string_view preemption;
};

inline void PrintTo(const Policies& policies, std::ostream* out) {
  *out << policies.failure << ", " << policies.preemption;
}

inline std::vector<Policies> all_pairs() {
  std::vector<Policies> pairs;
  for (const FailurePolicy* failure : failure_policies())
    for (const PreemptionPolicy* preemption : preemption_policies()) pairs.push_back({failure->name, preemption->name});
  return pairs;
}

inline Rules rules_of(const Policies& policies) {
  Rules rules = with_period(rules_of(nodes_of_mixed, policies.failure), 3);
  rules.cores = cores_of_mixed;
  rules.costs.cores = cores_of_mixed;
  rules.preemption = find_entry(preemption_policies(), policies.preemption);
  rules.give_up = 4;
  rules.evolution = {{0.2, 2}, {0.4, 0.5}, {0.8, 1.5}};
  if (rules.preemption->reserve == Reserve::kept) rules.idle = 4;
  if (uses_spares(*rules.failure)) {
    rules.spares = 2;
    rules.slide = [](int /*nodes*/, int replaced) { return 1 + 0.25 * replaced; };
  }
  return rules;
}

/// Jobs of which some are urgent, some flexible and some evolving.
inline std::vector<Job> mixed_jobs(std::uint64_t seed) {
  std::vector<Job> jobs = random_jobs(seed, 120, (nodes_of_mixed - 2) * cores_of_mixed - 4);
  RandomStream random(seed, 0, "kinds");
  for (Job& one : jobs) {
    const auto kind = random.below(5);
    one.is_urgent = kind == 0;
    if (kind == 3) one.flexibility = Flexibility::evolving;
    if (kind == 1 || kind == 2) {
      one.flexibility = kind == 1 ? Flexibility::malleable : Flexibility::mouldable;
      one.fewest = (one.processors + 1) / 2;
      one.serial_share = 0.1;
    }
  }
  return jobs;
}

inline std::vector<Fault> mixed_faults(std::uint64_t seed) {
  RandomStream random(seed, 0, "faults");
  std::vector<Fault> faults;
  double time = 0;
  for (int i = 0; i < 60; ++i) {
    time += static_cast<double>(random.below(15));
    faults.push_back({Seconds(time), static_cast<int>(random.below(nodes_of_mixed)),
                      Seconds(static_cast<double>(1 + random.below(30)))});
  }
  return faults;
}

} // namespace daruma::batch::test
