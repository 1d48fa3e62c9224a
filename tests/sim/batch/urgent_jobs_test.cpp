// Urgent jobs, the room that is made for them, and jobs that are flexible, by hand.
#include "tests/sim/batch/nodes_that_fail.hpp"

#include <gmock/gmock.h>

namespace daruma::batch {
namespace {

using test::job;
using test::rules_of;

Job urgent(double submit_s, double run_s, int processors) {
  Job one = job(submit_s, run_s, processors);
  one.is_urgent = true;
  return one;
}

Job flexible(Flexibility flexibility, double submit_s, double run_s, int processors, int fewest) {
  Job one = job(submit_s, run_s, processors);
  one.flexibility = flexibility;
  one.fewest = fewest;
  return one;
}

/// Saving takes a second.
Rules rules_for_urgent(std::string_view policy) {
  Rules rules = rules_of(4, "restart");
  rules.preemption = find_entry(preemption_policies(), policy);
  return rules;
}

/// One that has all four processors, one that waits, and an urgent one that needs two at 20 s.
const std::vector<Job> contended{job(0, 100, 4), job(10, 50, 4), urgent(20, 30, 2)};

TEST(Room, WhoWaitsGoesBeforeAllOthersThatWait) {
  const History history = simulate(contended, rules_for_urgent("wait"));
  EXPECT_EQ(history.outcomes[2].start, Seconds(100));
  EXPECT_EQ(history.outcomes[1].start, Seconds(130));
}

TEST(Room, WhoIsKilledBeginsAgainBeforeThoseWhoCameLater) {
  const History history = simulate(contended, rules_for_urgent("kill"));
  EXPECT_EQ(history.outcomes[2].start, Seconds(20));
  EXPECT_EQ(history.outcomes[0].end, Seconds(50 + 100));
  EXPECT_EQ(history.outcomes[0].waited, Seconds(30));
  EXPECT_EQ(history.outcomes[1].start, Seconds(150));
  EXPECT_EQ(history.ledger.urgent, Seconds(4 * 20)) << "done in vain";
}

TEST(Room, WhoIsPreemptedSavesAndGoesOnFromThere) {
  const History history = simulate(contended, rules_for_urgent("preempt"));
  EXPECT_EQ(history.outcomes[2].start, Seconds(21));
  EXPECT_EQ(history.outcomes[0].end, Seconds(51 + 1 + 80));
  EXPECT_EQ(history.ledger.urgent, Seconds(4 * 2)) << "saved and loaded";
}

TEST(Room, WhoIsPreemptedAndHitWhileItSavesHasSavedNothing) {
  const History history =
      simulate(contended, rules_for_urgent("preempt"), list_faults({{Seconds(20.5), 3, Seconds(10)}}));
  EXPECT_EQ(history.outcomes[2].start, Seconds(20.5));
  EXPECT_EQ(history.outcomes[0].end, Seconds(50.5 + 100));
}

TEST(Room, AMalleableJobGivesAndGetsBack) {
  const std::vector<Job> jobs{flexible(Flexibility::malleable, 0, 100, 4, 1), urgent(20, 30, 2)};
  const History history = simulate(jobs, rules_for_urgent("shrink"));
  // A second to move the state; half the speed until 51 s; a second to move it back.
  EXPECT_EQ(history.outcomes[1].start, Seconds(21));
  EXPECT_EQ(history.outcomes[0].end, Seconds(52 + 65));
  EXPECT_EQ(history.outcomes[0].waited, Seconds(0));
}

TEST(Room, WhoIsResizedHasSavedItsState) {
  Rules rules = rules_for_urgent("shrink");
  rules.failure = find_entry(failure_policies(), "shrink");
  const std::vector<Job> jobs{flexible(Flexibility::malleable, 0, 100, 4, 1), urgent(20, 30, 2)};
  const History history =
      simulate(jobs, test::with_period(std::move(rules), 50), list_faults({{Seconds(30), 1, Seconds(1e6)}}));
  // Moved and saved by 22 s; at 30 s 8 s of two cores are lost. One core loads and saves; three do so at 51 s.
  EXPECT_EQ(history.ledger.failure, Seconds(8 * 2 + 2 + 3 * 2));
}

TEST(Room, WhoWentOnAfterAFailureHasNotStartedLast) {
  Rules rules = rules_for_urgent("kill");
  rules.failure = find_entry(failure_policies(), "shrink");
  const std::vector<Job> jobs{flexible(Flexibility::malleable, 0, 100, 2, 1), job(5, 100, 2), urgent(20, 30, 2)};
  const History history = simulate(jobs, rules, list_faults({{Seconds(8), 1, Seconds(1e6)}}));
  EXPECT_EQ(history.outcomes[0].interruptions, 1);
  EXPECT_EQ(history.outcomes[1].interruptions, 1);
}

TEST(Room, ARigidJobGivesNothing) {
  EXPECT_EQ(simulate(contended, rules_for_urgent("shrink")).outcomes[2].start, Seconds(100));
}

TEST(Room, WhatIsKeptIdleIsForUrgentJobsOnly) {
  Rules rules = rules_for_urgent("idle");
  rules.idle = 2;
  const History history = simulate({job(0, 100, 2), job(0, 100, 2), urgent(20, 30, 2)}, rules);
  EXPECT_EQ(history.outcomes[1].start, Seconds(100));
  EXPECT_EQ(history.outcomes[2].start, Seconds(20));
}

TEST(Room, AnUrgentJobDoesNotDisplaceAnother) {
  const History history = simulate({urgent(0, 100, 4), urgent(10, 5, 4)}, rules_for_urgent("kill"));
  EXPECT_EQ(history.outcomes[1].start, Seconds(100));
}

TEST(Flexible, AMouldableJobStartsOnFewerIfItThenEndsEarlier) {
  const History history =
      simulate({job(0, 1000, 2), flexible(Flexibility::mouldable, 0, 100, 4, 1)}, rules_for_urgent("wait"));
  EXPECT_EQ(history.outcomes[1].start, Seconds(0));
  EXPECT_EQ(history.outcomes[1].end, Seconds(200));
}

/// What is serial takes as long on two processors as on four, and uses half as many.
TEST(Flexible, AMouldableJobUsesTheProcessorsThatItHas) {
  Job serial = flexible(Flexibility::mouldable, 0, 100, 4, 1);
  serial.serial_share = 1;
  const History history = simulate({job(0, 100, 2), serial}, rules_for_urgent("wait"));
  EXPECT_EQ(history.outcomes[1].end, Seconds(100));
  EXPECT_EQ(history.outcomes[0].used, Seconds(200));
  EXPECT_EQ(history.outcomes[1].used, Seconds(200));
}

TEST(Flexible, AMouldableJobWaitsIfItThenEndsEarlier) {
  const History history =
      simulate({job(0, 50, 2), flexible(Flexibility::mouldable, 0, 100, 4, 1)}, rules_for_urgent("wait"));
  EXPECT_EQ(history.outcomes[1].start, Seconds(50));
}

TEST(Flexible, AJobSlowsDownByAmdahlsLaw) {
  Job one = flexible(Flexibility::malleable, 0, 100, 4, 1);
  EXPECT_DOUBLE_EQ(stretch_on(one, 1), 4);
  one.serial_share = 0.25;
  EXPECT_DOUBLE_EQ(stretch_on(one, 1), 1 / (0.25 + 0.75 / 4));
  EXPECT_DOUBLE_EQ(stretch_on(one, 4), 1);
}

TEST(Flexible, SharesAreThoseAskedForAndDifferBetweenReplications) {
  std::vector<Job> jobs(10000, job(0, 1, 8));
  const auto count = [](const std::vector<Job>& all, Flexibility flexibility) {
    return std::count_if(all.begin(), all.end(), [=](const Job& one) { return one.flexibility == flexibility; });
  };
  std::vector<Job> others = jobs;
  scenario::FlexibleJobs shares;
  shares.mouldable = 0.2;
  shares.malleable = 0.3;
  shares.evolving = 0.1;
  shares.smallest = 0.3;
  make_flexible(jobs, shares, 1, 0);
  make_flexible(others, shares, 1, 1);
  EXPECT_NEAR(static_cast<double>(count(jobs, Flexibility::mouldable)), 2000, 150);
  EXPECT_NEAR(static_cast<double>(count(jobs, Flexibility::evolving)), 1000, 150);
  EXPECT_NEAR(static_cast<double>(count(jobs, Flexibility::malleable)), 3000, 150);
  EXPECT_NE(count(jobs, Flexibility::malleable), count(others, Flexibility::malleable));
  const auto one =
      std::find_if(jobs.begin(), jobs.end(), [](const Job& a) { return a.flexibility != Flexibility::rigid; });
  EXPECT_EQ(one->fewest, 3);
}

} // namespace
} // namespace daruma::batch
