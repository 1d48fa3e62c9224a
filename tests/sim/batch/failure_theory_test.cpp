// What failures waste, and what spares save, against theory.
#include "sim/batch/checkpointed_run.hpp"
#include "tests/sim/batch/interval.hpp"
#include "tests/sim/batch/nodes_that_fail.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace daruma::batch {
namespace {

using test::job;
using test::rules_of;
using test::with_period;

constexpr double normal_99 = 2.576; ///< two-sided

/// Mean time of a piece of work under exponential failures, each followed by a restart which can fail, too (Bougeret et
/// al., "Checkpointing strategies for parallel jobs", 2011).
double expected_time(double work, double restart, double mtbf) {
  return mtbf * std::exp(restart / mtbf) * std::expm1(work / mtbf);
}

void expect_theoretical_waste(PeriodRule rule, double mtbf_s) {
  constexpr int nodes = 8;
  constexpr double work = 20000;
  constexpr double save = 10;
  Rules rules = rules_of(nodes, "restart");
  rules.give_up = 1000000;
  rules.costs.state = Bytes(save);
  rules.costs.rule = rule;
  rules.costs.node_mtbf = Seconds(mtbf_s * nodes);
  const double period = checkpoint_period(rules.costs, nodes, nodes).count();
  const double rounds = std::ceil(work / period) - 1;
  // Until the first checkpoint there is nothing to load.
  const double expected = expected_time(period + save, 0, mtbf_s) +
                          (rounds - 1) * expected_time(period + save, save, mtbf_s) +
                          expected_time(work - rounds * period, save, mtbf_s);
  FaultLaw law;
  law.mtbf = rules.costs.node_mtbf;
  law.repair = scenario::NodeRepair{};
  const test::Interval time = test::interval(800, normal_99, [&](std::uint64_t replication) {
    return simulate({job(0, work, nodes)}, rules, draw_faults(law, nodes, 7, replication)).outcomes[0].end.count();
  });
  EXPECT_NEAR(time.mean, expected, time.half_width);
  EXPECT_LT(time.half_width, 0.01 * expected) << "the interval is too wide to tell anything";
  EXPECT_GT(expected - work, 5 * time.half_width) << "so is the waste";
}

TEST(Theory, WasteWithYoungsPeriodIsInsideA99PercentInterval) { expect_theoretical_waste(PeriodRule::young, 1000); }
TEST(Theory, WasteWithDalysPeriodIsInsideA99PercentInterval) { expect_theoretical_waste(PeriodRule::daly, 1000); }
TEST(Theory, WasteWithManyFailuresIsInsideA99PercentInterval) { expect_theoretical_waste(PeriodRule::daly, 200); }

TEST(Theory, PeriodsAreYoungsAndDalys) {
  EXPECT_DOUBLE_EQ(young_period(Seconds(50), Seconds(10000)).count(), 1000);
  EXPECT_DOUBLE_EQ(daly_period(Seconds(50), Seconds(10000)).count(), 1000 * (1 + 0.05 / 3 + 0.0025 / 9) - 50);
  EXPECT_EQ(daly_period(Seconds(50), Seconds(25)), Seconds(25));
}

TEST(Theory, WorkIsLostUnderDalysPeriodAsUnderTheBestOne) {
  const auto waste = [](double period) { return expected_time(period + 10, 10, 1000) / period; };
  const double daly = waste(daly_period(Seconds(10), Seconds(1000)).count());
  double best = daly;
  for (double period = 50; period < 500; period += 1) best = std::min(best, waste(period));
  EXPECT_LT(daly, 1.001 * best);
}

/// All of n nodes and s spares fail alike; a job of n lives as long as no more than s have failed.
TEST(Theory, SparesSaveAJobWithTheBinomialProbability) {
  constexpr int nodes = 16;
  constexpr int count = 4000;
  constexpr double fails = 0.08; // while the job runs
  Rules rules = rules_of(nodes + 2, "spare");
  rules.spares = 2;
  FaultLaw law;
  law.mtbf = Seconds(1000 / -std::log1p(-fails));
  rules.give_up = 1000;
  const double n = nodes + 2;
  const double alive = 1 - fails;
  const double expected = std::pow(alive, n) + n * fails * std::pow(alive, n - 1) +
                          n * (n - 1) / 2 * fails * fails * std::pow(alive, n - 2);
  Rules at_once = with_period(rules, 1e-3); // nothing that was done is lost: it ends after its own 1000 s
  at_once.costs.state = Bytes(0);
  const test::Interval survived = test::interval(count, normal_99, [&](std::uint64_t replication) {
    const History history = simulate({job(0, 1000, nodes)}, at_once, draw_faults(law, nodes + 2, 3, replication));
    return history.outcomes[0].fate == JobOutcome::Fate::finished ? 1.0 : 0.0;
  });
  EXPECT_NEAR(survived.mean, expected, survived.half_width);
  EXPECT_LT(survived.half_width, 0.03);
}

} // namespace
} // namespace daruma::batch
