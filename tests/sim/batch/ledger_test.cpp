// What becomes of a centre's time: the parts come to all of it, whatever befalls the jobs.
#include "sim/core/random_stream.hpp"
#include "tests/sim/batch/nodes_that_fail.hpp"
#include "tests/sim/batch/random_jobs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <ostream>

namespace daruma::batch {
namespace {

using test::job;
using test::rules_of;
using test::with_period;

constexpr int all_nodes = 12;
constexpr int cores_of_node = 3;

struct Policies {
  std::string_view failure;
  std::string_view preemption;
};

void PrintTo(const Policies& policies, std::ostream* out) { *out << policies.failure << ", " << policies.preemption; }

std::vector<Policies> all_pairs() {
  std::vector<Policies> pairs;
  for (const FailurePolicy* failure : failure_policies())
    for (const PreemptionPolicy* preemption : preemption_policies()) pairs.push_back({failure->name, preemption->name});
  return pairs;
}

Rules rules_of(const Policies& policies) {
  Rules rules = with_period(rules_of(all_nodes, policies.failure), 3);
  rules.cores = cores_of_node;
  rules.costs.cores = cores_of_node;
  rules.preemption = find_entry(preemption_policies(), policies.preemption);
  rules.give_up = 4;
  if (rules.preemption->reserve == Reserve::kept) rules.idle = 4;
  if (uses_spares(*rules.failure)) {
    rules.spares = 2;
    rules.slide = [](int /*nodes*/, int replaced) { return 1 + 0.25 * replaced; };
  }
  return rules;
}

/// Jobs of which some are urgent and some flexible.
std::vector<Job> mixed_jobs(std::uint64_t seed) {
  std::vector<Job> jobs = test::random_jobs(seed, 120, (all_nodes - 2) * cores_of_node - 4);
  RandomStream random(seed, 0, "kinds");
  for (Job& one : jobs) {
    const auto kind = random.below(5);
    one.is_urgent = kind == 0;
    if (kind == 1 || kind == 2) {
      one.flexibility = kind == 1 ? Flexibility::malleable : Flexibility::mouldable;
      one.fewest = (one.processors + 1) / 2;
      one.serial_share = 0.1;
    }
  }
  return jobs;
}

std::vector<Fault> mixed_faults(std::uint64_t seed) {
  RandomStream random(seed, 0, "faults");
  std::vector<Fault> faults;
  double time = 0;
  for (int i = 0; i < 60; ++i) {
    time += static_cast<double>(random.below(15));
    faults.push_back(
        {Seconds(time), static_cast<int>(random.below(all_nodes)), Seconds(static_cast<double>(1 + random.below(30)))});
  }
  return faults;
}

Seconds last_end(const History& history) {
  Seconds last{0};
  for (const JobOutcome& outcome : history.outcomes) last = std::max(last, outcome.end);
  return last;
}

class WhatBecomesOfTime : public testing::TestWithParam<Policies> {};

TEST_P(WhatBecomesOfTime, ComesToAllOfIt) {
  const Rules rules = rules_of(GetParam());
  int interruptions = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Job> jobs = mixed_jobs(seed);
    const History history = simulate(jobs, rules, list_faults(mixed_faults(seed)));
    const Seconds all = (last_end(history) - jobs.front().submit) * all_nodes * cores_of_node;
    EXPECT_NEAR(history.capacity.count(), all.count(), 1e-12 * all.count());
    EXPECT_NEAR(sum(history.ledger).count(), all.count(), 1e-12 * all.count()) << "seed " << seed;
    for (const JobOutcome& outcome : history.outcomes) interruptions += outcome.interruptions;
  }
  EXPECT_GT(interruptions, 100) << "or nothing much was tested";
}

INSTANTIATE_TEST_SUITE_P(Policies, WhatBecomesOfTime, testing::ValuesIn(all_pairs()));

TEST(WhatBecomesOfTime, IsExactInWholeSeconds) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Job> jobs = test::random_jobs(seed, 200, all_nodes * cores_of_node);
    Rules rules = rules_of(all_nodes, "rerun");
    rules.cores = cores_of_node;
    const History history = simulate(jobs, rules, list_faults(mixed_faults(seed)));
    EXPECT_EQ(sum(history.ledger), (last_end(history) - jobs.front().submit) * all_nodes * cores_of_node);
  }
}

TEST(WhatBecomesOfTime, ByHand) {
  // Node 1 is down from 4 to 10 s; the second job waits for both from 2 on, the third has come to an idle machine.
  const std::vector<Job> jobs{job(0, 6, 1), job(2, 5, 2), job(30, 1, 2)};
  const Ledger ledger = simulate(jobs, rules_of(2, "rerun"), list_faults({{Seconds(4), 1, Seconds(6)}})).ledger;
  EXPECT_EQ(ledger.finished, Seconds(6 + 10 + 2));
  EXPECT_EQ(ledger.down, Seconds(6));
  EXPECT_EQ(ledger.beside_queue, Seconds(2 + 4)) << "node 1 from 2 to 4, node 0 from 6 to 10 s";
  EXPECT_EQ(ledger.idle, Seconds(2 + 2 * 15)) << "node 1 until 2 s, both from 15 s on";
}

TEST(WhatBecomesOfTime, TellsWorkOfJobsThatWereLostFromWorkInVain) {
  Rules rules = with_period(rules_of(1, "restart"), 20);
  rules.give_up = 0;
  const Ledger ledger = simulate({job(0, 100, 1)}, rules, list_faults({{Seconds(60), 0, Seconds(1)}})).ledger;
  EXPECT_EQ(ledger.lost, Seconds(40)) << "was saved";
  EXPECT_EQ(ledger.failure, Seconds(18));
  EXPECT_EQ(ledger.checkpoints, Seconds(2));
}

TEST(WhatBecomesOfTime, KnowsWhatIsKeptForUrgentJobs) {
  Rules rules;
  rules.nodes = 4;
  rules.preemption = &preemption::idle;
  rules.idle = 1;
  Job urgent = job(5, 2, 1);
  urgent.is_urgent = true;
  const Ledger ledger = simulate({job(0, 10, 3), urgent}, rules).ledger;
  EXPECT_EQ(ledger.reserved, Seconds(8));
  EXPECT_EQ(ledger.finished, Seconds(32));
}

TEST(Resizes, AreCounted) {
  Rules rules = rules_of(4, "rerun");
  rules.preemption = &preemption::shrink;
  Job flexible = job(0, 100, 4);
  flexible.flexibility = Flexibility::malleable;
  flexible.fewest = 1;
  Job urgent = job(10, 10, 2);
  urgent.is_urgent = true;
  EXPECT_EQ(simulate({flexible, urgent}, rules).outcomes[0].resizes, 2) << "to two, and back to four";
}

} // namespace
} // namespace daruma::batch
