// Two speeds, one truth: what runs with ranks and without them comes out alike.
#include "models/migration/mpi/programs.hpp"
#include "models/spares/mpi/spares.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/study/fast_world.hpp"
#include "tests/models/spares/stencil_scenario.hpp"

#include <gmock/gmock.h>

namespace daruma::study {
namespace {

using testing::HasSubstr;

class BothFidelities : public testing::Test {
protected:
  BothFidelities() : scenario_(test::stencil_scenario(20, "100Mf", 5)) {
    scenario_.jobs[0].checkpoint->size = Bytes(16e6);
    test::switch_off(scenario_, 0.55, 14);
    test::switch_off(scenario_, 3.1, 1);
  }

  void expect_agreement(double within = 0.02) {
    const auto slow = run::simulate(scenario_, models::spares::programs(), 0).metrics;
    const auto fast = run_fast(scenario_, 0).metrics;
    for (const char* same : {"finished", "deaths", "restarts", "steps", "moved[failures=1]", "moved[failures=2]"})
      EXPECT_EQ(slow.at(std::string("heat.") + same), fast.at(std::string("heat.") + same)) << same;
    for (const char* near :
         {"makespan_s", "exchange_ms[failures=0]", "slowdown[failures=1]", "slowdown[failures=2]", "slowdown"}) {
      const double with_ranks = slow.at(std::string("heat.") + near);
      EXPECT_NEAR(with_ranks, fast.at(std::string("heat.") + near), within * with_ranks) << near;
    }
  }

  std::string objection() {
    const auto problems = objections_to_fast(scenario_, "file.json");
    return problems.empty() ? "" : problems.front().pointer + " " + problems.front().sentence;
  }

  scenario::Scenario scenario_;
};

TEST_F(BothFidelities, AgreeWhereSparesJumpIn) { expect_agreement(); }

TEST_F(BothFidelities, AgreeWhereLinesSlide) {
  scenario_.jobs[0].arguments["method"] = std::string("1d");
  expect_agreement();
}

TEST_F(BothFidelities, AgreeWhereInjectionIsLimited) {
  scenario_.machine.injection = scenario_.machine.link.bandwidth * (4 / 1.7);
  expect_agreement();
}

TEST_F(BothFidelities, AgreeWhereThereIsNoCheckpoint) {
  scenario_.jobs[0].checkpoint.reset();
  std::get<scenario::NodeOff>(scenario_.events[1].action).node = 2;
  scenario_.events[1].when.at = Seconds(1.3);
  expect_agreement();
}

/// A death that comes just before a step's end in one and just after it in the other costs a step more or less.
TEST_F(BothFidelities, AgreeWhereOthersLoadTheNodes) {
  scenario_.background = Background{};
  scenario_.background->arrival_gap = Seconds(0.1);
  scenario_.background->service = Seconds(0.5);
  expect_agreement(0.05);
}

TEST_F(BothFidelities, AgreeThatNobodyCanTakeThePlace) {
  scenario_.jobs[0].arguments["method"] = std::string("2d");
  const auto slow = run::simulate(scenario_, models::spares::programs(), 0).metrics;
  const auto fast = run_fast(scenario_, 0).metrics;
  EXPECT_EQ(slow.at("heat.finished"), 0);
  EXPECT_EQ(fast.at("heat.finished"), 0);
}

/// The machine's sixth row is not the job's.
TEST_F(BothFidelities, AgreeThatANodeBeyondTheGridIsNobodysOfTheJob) {
  scenario_.machine.nodes = 36;
  scenario_.machine.topology = topology::topology_of("mesh", {{"dimensions", {6, 6}}});
  std::get<scenario::NodeOff>(scenario_.events[1].action).node = 31;
  const auto slow = run::simulate(scenario_, models::spares::programs(), 0).metrics;
  const auto fast = run_fast(scenario_, 0).metrics;
  for (const char* same : {"heat.finished", "heat.deaths", "heat.restarts"})
    EXPECT_EQ(slow.at(same), fast.at(same)) << same;
  EXPECT_EQ(fast.at("heat.deaths"), 1);
  EXPECT_NEAR(slow.at("heat.makespan_s"), fast.at("heat.makespan_s"), 0.02 * slow.at("heat.makespan_s"));
}

TEST_F(BothFidelities, AgreeWhereCheckpointsHaveNoBytes) {
  scenario_.jobs[0].checkpoint->size = Bytes(0);
  scenario_.events[1].when.at = Seconds(1.3);
  expect_agreement();
}

TEST_F(BothFidelities, AgreeWhichEventsWereNeverDue) {
  test::switch_off(scenario_, 1e6, 2);
  const auto slow = run::simulate(scenario_, models::spares::programs(), 0).never_due;
  const auto fast = run_fast(scenario_, 0).never_due;
  const std::string begin = "events/2 at 1e+06 s was never due: the run ended at ";
  EXPECT_THAT(slow, testing::ElementsAre(testing::StartsWith(begin)));
  EXPECT_THAT(fast, testing::ElementsAre(testing::StartsWith(begin)));
}

TEST_F(BothFidelities, OnlyRanksCanDriftApart) {
  EXPECT_EQ(objection(), "");
  scenario_.jobs[0].arguments["start"] = std::string("free");
  EXPECT_THAT(objection(), HasSubstr("/jobs/0/arguments/start ranks that begin freely drift apart"));
}

TEST_F(BothFidelities, OnlyRanksWaitForTheirTurn) {
  scenario_.machine.sends_at_once = 3;
  EXPECT_THAT(objection(), HasSubstr("/machine/sends_at_once"));
  scenario_.machine.sends_at_once = 4;
  EXPECT_EQ(objection(), "");
}

TEST_F(BothFidelities, OnlyRanksPayForARuntimesOperations) {
  scenario_.runtime.shrink.fixed = Seconds(1);
  EXPECT_THAT(objection(), HasSubstr("/runtime only a runtime whose operations cost nothing"));
}

TEST_F(BothFidelities, OnlyRanksTakeOrders) {
  scenario_.events[0].action = scenario::Resize{"heat", 4};
  EXPECT_THAT(objection(), HasSubstr("/events/0 only \"node_off\""));
}

/// The Laplace solver on nodes that others load; an iteration takes 1 ms of a processor with 4 of them.
class LaplaceAtBothFidelities : public testing::Test {
protected:
  static scenario::Scenario laplace(int spares, double gap_s, double chkpt_every) {
    auto scenario = run::test::one_job("migr-laplace", 4 + spares);
    scenario.machine.nodes = 4 + spares;
    scenario.machine.cores = 1;
    scenario.machine.core_speed = FlopsPerSecond(7.0 * 60 * 62 / 4 / 1e-3);
    scenario.machine.link.bandwidth = BytesPerSecond(1e7);
    scenario.jobs[0].placement = scenario::Placement::round_robin;
    scenario.jobs[0].arguments = {
        {"size", 64.0}, {"iterations", 2000.0}, {"active", 4.0}, {"chkpt_every", chkpt_every}};
    scenario.background = Background{};
    scenario.background->arrival_gap = Seconds(gap_s);
    scenario.background->service = Seconds(0.6);
    return scenario;
  }

  static void expect_agreement(const std::vector<scenario::Scenario>& scenarios) {
    const auto told =
        run::test::simulate_together(scenarios, models::migration::programs(), [](const results::Result& result) {
          return std::to_string(result.metrics.at("q.solve_s")) + " " +
                 std::to_string(result.metrics.at("q.migrations"));
        });
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
      const auto fast = run_fast(scenarios[i], 0).metrics;
      const double slow = std::stod(told[i]);
      EXPECT_NEAR(fast.at("q.solve_s"), slow, 0.05 * slow) << i;
      EXPECT_NEAR(fast.at("q.migrations"), std::stod(told[i].substr(told[i].find(' '))), 1) << i;
    }
  }

  static std::string objection(const scenario::Scenario& scenario) {
    const auto problems = objections_to_fast(scenario, "file.json");
    return problems.empty() ? "" : problems.front().pointer + " " + problems.front().sentence;
  }
};

TEST_F(LaplaceAtBothFidelities, AgreesWhateverTheSparesTheLoadAndTheCheckpoints) {
  std::vector<scenario::Scenario> scenarios;
  for (const int spares : {1, 2, 4})
    for (const double gap_s : {1.0, 0.5, 0.25})
      for (const double chkpt_every : {20.0, 100.0}) scenarios.push_back(laplace(spares, gap_s, chkpt_every));
  expect_agreement(scenarios);
}

TEST_F(LaplaceAtBothFidelities, AgreesOnNodesOfSeveralProcessorsAndWithoutMigration) {
  std::vector<scenario::Scenario> scenarios{laplace(2, 0.25, 100), laplace(0, 0.5, 0), laplace(2, 0.25, 100)};
  scenarios[0].machine.cores = 2;
  scenarios[2].jobs[0].arguments["policy"] = std::string("hysteresis");
  expect_agreement(scenarios);
}

/// An interval of 100 iterations takes 0.1 s, a load 0.6 s.
TEST_F(LaplaceAtBothFidelities, AgreesOnProcessSwapping) {
  using Thresholds = std::vector<std::pair<const char*, scenario::Argument>>;
  std::vector<scenario::Scenario> scenarios;
  for (const Thresholds& thresholds :
       {Thresholds{}, Thresholds{{"swap_process_gain", 20.0}, {"swap_history", std::string("0.5s")}},
        Thresholds{{"swap_job_gain", 2.0}, {"swap_history", std::string("0.2s")}},
        Thresholds{{"swap_payback", 1e-3}}}) {
    scenarios.push_back(laplace(2, 0.5, 100));
    scenarios.back().jobs[0].arguments["policy"] = std::string("swap");
    for (const auto& [name, value] : thresholds) scenarios.back().jobs[0].arguments[name] = value;
  }
  expect_agreement(scenarios);
}

TEST_F(LaplaceAtBothFidelities, OnlyRanksCanSayWhatTheyKnowAndMeet) {
  auto scenario = laplace(1, 1, 100);
  EXPECT_EQ(objection(scenario), "");
  scenario.jobs[0].arguments["residual"] = 0.1;
  EXPECT_THAT(objection(scenario), HasSubstr("/jobs/0/arguments/residual"));
  scenario = laplace(1, 1, 100);
  scenario.jobs[0].arguments["load"] = std::string("progress");
  EXPECT_THAT(objection(scenario), HasSubstr("/jobs/0/arguments/load"));
  scenario = laplace(1, 1, 100);
  scenario.jobs[0].placement = scenario::Placement::block;
  scenario.machine.cores = 5;
  EXPECT_THAT(objection(scenario), HasSubstr("room for 1 processes"));
  scenario = laplace(1, 1, 100);
  scenario.machine.sends_at_once = 1;
  EXPECT_THAT(objection(scenario), HasSubstr("/machine/sends_at_once messages that wait"));
  scenario = laplace(1, 1, 100);
  run::test::at(scenario, 1, scenario::NodeOff{1});
  EXPECT_THAT(objection(scenario), HasSubstr("/events orders, parts that break and ends of nodes need ranks here"));
}

} // namespace
} // namespace daruma::study
