// What becomes of a centre's time: the parts come to all of it, whatever befalls the jobs.
#include "sim/batch/centre_metrics.hpp"
#include "tests/sim/batch/mixed_centre.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace daruma::batch {
namespace {

using test::job;
using test::rules_of;
using test::with_period;

Seconds last_end(const History& history) {
  Seconds last{0};
  for (const JobOutcome& outcome : history.outcomes) last = std::max(last, outcome.end);
  return last;
}

class WhatBecomesOfTime : public testing::TestWithParam<test::Policies> {};

TEST_P(WhatBecomesOfTime, ComesToAllOfIt) {
  const Rules rules = rules_of(GetParam());
  int interruptions = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Job> jobs = test::mixed_jobs(seed);
    const History history = simulate(jobs, rules, list_faults(test::mixed_faults(seed)));
    const Seconds all = (last_end(history) - jobs.front().submit) * test::nodes_of_mixed * test::cores_of_mixed;
    EXPECT_NEAR(history.capacity.count(), all.count(), 1e-12 * all.count());
    EXPECT_NEAR(sum(history.ledger).count(), all.count(), 1e-12 * all.count()) << "seed " << seed;
    for (const JobOutcome& outcome : history.outcomes) interruptions += outcome.interruptions;
  }
  EXPECT_GT(interruptions, 100) << "or nothing much was tested";
}

INSTANTIATE_TEST_SUITE_P(Policies, WhatBecomesOfTime, testing::ValuesIn(test::all_pairs()));

TEST(WhatBecomesOfTime, IsExactInWholeSeconds) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Job> jobs = test::random_jobs(seed, 200, test::nodes_of_mixed * test::cores_of_mixed);
    Rules rules = rules_of(test::nodes_of_mixed, "rerun");
    rules.cores = test::cores_of_mixed;
    const History history = simulate(jobs, rules, list_faults(test::mixed_faults(seed)));
    EXPECT_EQ(sum(history.ledger),
              (last_end(history) - jobs.front().submit) * test::nodes_of_mixed * test::cores_of_mixed);
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

class UntilTen : public Supervisor {
  Seconds until() const override { return Seconds(10); }
};

TEST(Cut, CountsJobsThatHadComeAndNotEnded) {
  // One ends, one runs, two have waited for 7 and 1 s, one is yet to come.
  const std::vector<Job> jobs{job(0, 2, 1), job(1, 50, 2), job(3, 5, 2), job(9, 5, 1), job(11, 1, 1)};
  UntilTen supervisor;
  results::Result result;
  report_jobs(jobs, simulate(jobs, rules_of(2, "rerun"), nullptr, nullptr, &supervisor), 2, result);
  EXPECT_EQ(result.metrics.at("jobs"), 1);
  EXPECT_EQ(result.metrics.at("jobs_unended"), 3);
  EXPECT_EQ(result.metrics.at("jobs_unstarted"), 2);
  EXPECT_EQ(result.metrics.at("mean_wait_so_far_s"), 4);
}

TEST(Cut, TellsWhatTheLogSaysOfTheJobsThatHadEnded) {
  // The log has the first and the third wait for 4 and 60 s; between them comes a job that it has not.
  std::vector<Job> jobs{job(0, 2, 1), job(1, 3, 1), job(2, 50, 2)};
  jobs[1].is_logged = false;
  JobLog log;
  for (const double wait_s : {4, 60}) {
    LoggedJob one;
    one.run = Seconds(2);
    one.wait = Seconds(wait_s);
    log.jobs.push_back(one);
  }
  UntilTen supervisor;
  results::Result result;
  report_log(log, jobs, simulate(jobs, rules_of(2, "rerun"), nullptr, nullptr, &supervisor), 2, result);
  EXPECT_EQ(result.metrics.at("log.jobs"), 1);
  EXPECT_EQ(result.metrics.at("log.mean_wait_s"), 4);
  EXPECT_EQ(result.metrics.count("log.needless_wait"), 0U) << "nobody knows beside whom";
  report_log(log, jobs, simulate(jobs, rules_of(2, "rerun")), 2, result);
  EXPECT_EQ(result.metrics.at("log.jobs"), 2);
  EXPECT_EQ(result.metrics.at("log.mean_wait_s"), 32);
}

TEST(Cut, IsNotSpokenOfWhereThereIsNone) {
  const std::vector<Job> jobs{job(0, 2, 1)};
  results::Result result;
  report_jobs(jobs, simulate(jobs, rules_of(2, "rerun")), 2, result);
  EXPECT_EQ(result.metrics.count("jobs_unended"), 0U);
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
