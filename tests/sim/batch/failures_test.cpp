// Failures of nodes, what policies make of them, by hand.
#include "sim/batch/checkpointed_run.hpp"
#include "sim/batch/sliding.hpp"
#include "tests/sim/batch/nodes_that_fail.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace daruma::batch {
namespace {

using test::job;
using test::rules_of;
using test::with_period;
using testing::DoubleNear;

Job malleable(double submit_s, double run_s, int processors, int fewest) {
  Job one = job(submit_s, run_s, processors);
  one.flexibility = Flexibility::malleable;
  one.fewest = fewest;
  return one;
}

Fault fault(double time_s, int node, double repair_s) { return {Seconds(time_s), node, Seconds(repair_s)}; }

TEST(CheckpointedRun, ByHand) {
  const CheckpointedRun run{Seconds(100), Seconds(3), Seconds(25), Seconds(10), Seconds(2)};
  EXPECT_EQ(length(run), Seconds(3 + 25 + 2 * 2));
  const Progress in_save = progress(run, Seconds(100 + 3 + 11));
  EXPECT_EQ(in_save.done, Seconds(10));
  EXPECT_EQ(in_save.saved, Seconds(0));
  EXPECT_EQ(in_save.saving, Seconds(1));
  const Progress later = progress(run, Seconds(100 + 3 + 12 + 5));
  EXPECT_EQ(later.done, Seconds(15));
  EXPECT_EQ(later.saved, Seconds(10));
  EXPECT_EQ(later.saving, Seconds(2));
  EXPECT_EQ(later.paused, Seconds(3));
  EXPECT_EQ(progress(run, Seconds(102)).done, Seconds(0));
}

TEST(CheckpointedRun, WorkOfWholePeriodsHasNoCheckpointAtItsEnd) {
  EXPECT_EQ(length({Seconds(0), Seconds(0), Seconds(20), Seconds(10), Seconds(2)}), Seconds(22));
}

TEST(FailurePolicies, RerunBeginsFromTheStartOnceTheNodeIsBack) {
  const History history =
      simulate({job(0, 100, 2)}, rules_of(2, "rerun"), list_faults({fault(60, 1, 30), fault(500, 1, 1)}));
  EXPECT_EQ(history.outcomes[0].end, Seconds(90 + 100));
  EXPECT_EQ(history.outcomes[0].waited, Seconds(30));
  EXPECT_EQ(history.outcomes[0].interruptions, 1);
  EXPECT_EQ(history.ledger.failure, Seconds(120));
  EXPECT_EQ(history.ledger.down, Seconds(30));
  EXPECT_EQ(history.failures, 1) << "later ones hit nobody";
}

TEST(FailurePolicies, RestartLoadsTheLastWholeCheckpoint) {
  // Saved at 20 to 21 s and 41 to 42 s. From 90 s on: a second to load, 60 s of work, two checkpoints.
  const History history =
      simulate({job(0, 100, 2)}, with_period(rules_of(2, "restart"), 20), list_faults({fault(60, 0, 30)}));
  EXPECT_EQ(history.outcomes[0].end, Seconds(90 + 1 + 60 + 2));
  EXPECT_EQ(history.ledger.failure, Seconds(2 * (18 + 1)));
  EXPECT_EQ(history.ledger.checkpoints, Seconds(2 * (2 + 2)));
}

TEST(FailurePolicies, ASpareStandsInAtOnceAndTheRepairedNodeBecomesASpare) {
  Rules rules = with_period(rules_of(3, "spare"), 20);
  rules.spares = 1;
  const History history = simulate({job(0, 100, 2)}, rules, list_faults({fault(60, 0, 30), fault(100, 2, 30)}));
  // 60 s: node 2 stands in, with 40 s of work saved; at 82 s 20 more are. 100 s: node 0 stands in.
  EXPECT_EQ(history.outcomes[0].end, Seconds(100 + 1 + 40 + 1));
  EXPECT_EQ(history.outcomes[0].interruptions, 2);
  EXPECT_EQ(history.ledger.spares, Seconds(60 + 10 + 12));
}

TEST(FailurePolicies, WithoutASpareAJobWaits) {
  Rules rules = with_period(rules_of(3, "spare"), 20);
  rules.spares = 1;
  const History history = simulate({job(0, 100, 2)}, rules, list_faults({fault(60, 0, 30), fault(65, 1, 95)}));
  EXPECT_EQ(history.outcomes[0].waited, Seconds(95)) << "node 0 came back as a spare, not as a node for jobs";
}

TEST(FailurePolicies, LongerWaysAfterAReplacementTakeTime) {
  Rules rules = rules_of(3, "spare");
  rules.spares = 1;
  rules.slide = [](int nodes, int replaced) { return 1 + 0.1 * nodes * replaced; };
  const History history = simulate({job(0, 100, 2)}, rules, list_faults({fault(40, 0, 1e6)}));
  EXPECT_THAT(history.outcomes[0].end.count(), DoubleNear(40 + 120, 1e-9)) << "from the start: nothing was saved";
  EXPECT_THAT(history.ledger.spares.count(), DoubleNear(40 + 2 * 20, 1e-9));
}

TEST(FailurePolicies, AMalleableJobGoesOnWithFewerAndGrowsBack) {
  const History history =
      simulate({malleable(0, 100, 4, 2)}, with_period(rules_of(4, "shrink"), 20), list_faults({fault(60, 3, 12)}));
  // 60 s: 40 s are saved. A second to load and one to save, then at three quarters of the speed: 7.5 s done when the
  // node is back, and a second to move a part of the state there, and one to save.
  EXPECT_THAT(history.outcomes[0].end.count(), DoubleNear(72 + 2 + (60 - 7.5) + 2, 1e-9));
  EXPECT_EQ(history.outcomes[0].waited, Seconds(0));
}

TEST(FailurePolicies, WhoWaitsAgainAsksForItsWholeTimeAgain) {
  // At 80 s the first has 40 s to go, but the third, which takes 90, does not delay the second as far as limits tell.
  const std::vector<Job> jobs{job(0, 100, 2), job(10, 10, 4), job(81, 90, 2)};
  const History history = simulate(jobs, with_period(rules_of(4, "restart"), 20), list_faults({fault(80, 0, 0)}));
  EXPECT_EQ(history.outcomes[2].start, Seconds(81));
  EXPECT_LT(history.outcomes[0].end, Seconds(130));
}

TEST(FailurePolicies, ARigidJobDoesNotShrink) {
  const History history =
      simulate({job(0, 100, 4)}, with_period(rules_of(4, "shrink"), 20), list_faults({fault(60, 3, 12)}));
  EXPECT_EQ(history.outcomes[0].waited, Seconds(12));
}

TEST(FailurePolicies, AJobThatIsInterruptedTooOftenIsLost) {
  Rules rules = rules_of(1, "rerun");
  rules.give_up = 2;
  const History history =
      simulate({job(0, 100, 1)}, rules, list_faults({fault(50, 0, 0), fault(100, 0, 0), fault(150, 0, 0)}));
  EXPECT_EQ(history.outcomes[0].fate, JobOutcome::Fate::lost);
  EXPECT_EQ(history.outcomes[0].end, Seconds(150));
}

TEST(FailurePolicies, AJobThatNeedsANodeThatStaysOffIsLost) {
  const History history =
      simulate({job(0, 100, 2), job(10, 5, 1)}, rules_of(2, "rerun"), list_faults({{Seconds(60), 1, never}}));
  EXPECT_EQ(history.outcomes[0].fate, JobOutcome::Fate::lost);
  EXPECT_EQ(history.outcomes[1].fate, JobOutcome::Fate::finished);
}

TEST(FailurePolicies, AFailureOfANodeUnderRepairLastsAsLongAsTheLonger) {
  const History history = simulate({job(0, 100, 1)}, rules_of(1, "rerun"),
                                   list_faults({fault(50, 0, 100), fault(60, 0, 10), fault(70, 0, 200)}));
  EXPECT_EQ(history.outcomes[0].waited, Seconds(220));
}

TEST(Faults, OfAGroupComeTogether) {
  FaultLaw law;
  law.mtbf = Seconds(1000);
  law.repair = scenario::NodeRepair{Seconds(10), 0};
  law.groups = {4, 1};
  const auto faults = draw_faults(law, 10, 1, 0);
  for (int i = 0; i < 50; ++i) {
    const Fault first = *faults();
    const int group = first.node / 4;
    EXPECT_EQ(first.repair, Seconds(10));
    for (int others = group < 2 ? 3 : 1; others > 0; --others) {
      const Fault other = *faults();
      ASSERT_EQ(other.time, first.time);
      ASSERT_EQ(other.node / 4, group);
    }
  }
}

TEST(Faults, ComeAsOftenAsTheLawSays) {
  FaultLaw law;
  law.law = &failure_law::weibull;
  law.shape = 0.7;
  law.mtbf = Seconds(1000);
  law.repair = scenario::NodeRepair{Seconds(100), 1};
  const double mean_repair = 100 * std::exp(0.5);
  const auto faults = draw_faults(law, 100, 1, 0);
  int count = 0;
  Seconds last{0};
  for (auto fault = faults(); fault->time < Seconds(200000); fault = faults(), ++count) {
    ASSERT_GE(fault->time, last);
    last = fault->time;
  }
  EXPECT_NEAR(count, 100 * 200000 / (1000 + mean_repair), 0.02 * count);
}

/// Nodes fail by the law, and with a probability take the others below their switch along.
TEST(Faults, OfGroupsComeAsOftenAsTheyAreSaidTo) {
  constexpr int nodes = 96;
  constexpr double span = 1e6;
  FaultLaw law;
  law.mtbf = Seconds(1000);
  law.repair = scenario::NodeRepair{Seconds(1e-3), 0};
  law.groups = {24, 0.2};
  const auto faults = draw_faults(law, nodes, 1, 0);
  std::map<Seconds, int> sizes;
  for (auto fault = faults(); fault->time < Seconds(span); fault = faults()) ++sizes[fault->time];
  const auto size_is = [&](int size) {
    return std::count_if(sizes.begin(), sizes.end(), [size](const auto& one) { return one.second == size; });
  };
  const double all = nodes * span / 1000;
  EXPECT_NEAR(static_cast<double>(sizes.size()), all, 3 * std::sqrt(all));
  EXPECT_NEAR(static_cast<double>(size_is(24)), 0.2 * all, 3 * std::sqrt(0.2 * all));
  EXPECT_NEAR(static_cast<double>(size_is(1)), 0.8 * all, 3 * std::sqrt(0.8 * all));
  EXPECT_GE(size_is(24) + size_is(1), static_cast<long>(sizes.size()) - 2) << "but for one that is being repaired";
}

TEST(Faults, OfReplicationsDiffer) {
  FaultLaw law;
  law.mtbf = Seconds(1000);
  EXPECT_NE(draw_faults(law, 3, 1, 0)()->time, draw_faults(law, 3, 1, 1)()->time);
  EXPECT_EQ(draw_faults(law, 3, 1, 1)()->time, draw_faults(law, 3, 1, 1)()->time);
}

TEST(Sliding, OnlyExchangesGetLonger) {
  const Sliding slide("0d", 0.1);
  EXPECT_EQ(slide.slowdown(100, 0), 1);
  EXPECT_EQ(slide.slowdown(1, 3), 1);
  EXPECT_GT(slide.slowdown(100, 1), 1.05);
  EXPECT_LT(slide.slowdown(100, 1), 1.5);
  EXPECT_EQ(Sliding("0d", 0).slowdown(100, 1), 1);
  EXPECT_LT(Sliding("2d", 0.1).slowdown(400, 1), slide.slowdown(400, 1)) << "what slides are for";
}

} // namespace
} // namespace daruma::batch
