// Two speeds, one truth: what runs with ranks and without them comes out alike.
#include "models/spares/spares.hpp"
#include "sim/engine/simulate.hpp"
#include "sim/experiment/fast_world.hpp"
#include "tests/models/stencil_scenario.hpp"

#include <gmock/gmock.h>

namespace daruma::experiment {
namespace {

using testing::HasSubstr;

class BothFidelities : public testing::Test {
protected:
  BothFidelities() : scenario_(test::stencil_scenario(20, "100Mf", 5)) {
    scenario_.jobs[0].checkpoint->size = Bytes(16e6);
    test::switch_off(scenario_, 0.55, 14);
    test::switch_off(scenario_, 3.1, 1);
  }

  void expect_agreement() {
    const auto slow = engine::simulate(scenario_, models::spares::programs(), 0).metrics;
    const auto fast = run_fast(scenario_, 0).metrics;
    for (const char* same : {"finished", "deaths", "restarts", "steps", "moved[failures=1]", "moved[failures=2]"})
      EXPECT_EQ(slow.at(std::string("heat.") + same), fast.at(std::string("heat.") + same)) << same;
    for (const char* near :
         {"makespan_s", "exchange_ms[failures=0]", "slowdown[failures=1]", "slowdown[failures=2]", "slowdown"}) {
      const double with_ranks = slow.at(std::string("heat.") + near);
      EXPECT_NEAR(with_ranks, fast.at(std::string("heat.") + near), 0.02 * with_ranks) << near;
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

TEST_F(BothFidelities, AgreeThatNobodyCanTakeThePlace) {
  scenario_.jobs[0].arguments["method"] = std::string("2d");
  const auto slow = engine::simulate(scenario_, models::spares::programs(), 0).metrics;
  const auto fast = run_fast(scenario_, 0).metrics;
  EXPECT_EQ(slow.at("heat.finished"), 0);
  EXPECT_EQ(fast.at("heat.finished"), 0);
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

} // namespace
} // namespace daruma::experiment
