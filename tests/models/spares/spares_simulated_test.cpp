// The stencil job under the simulator: exchanges take as many times longer as collisions were counted, and the job
// outlives its nodes.
#include "models/spares/mpi/spares.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "tests/models/spares/stencil_scenario.hpp"

#include <gmock/gmock.h>

namespace daruma::models::spares {
namespace {

using testing::HasSubstr;

class StencilJob : public testing::Test {
protected:
  void argument(const char* name, const char* value) { scenario_.jobs[0].arguments[name] = std::string(value); }

  void node_off(double at_s, int node) { test::switch_off(scenario_, at_s, node); }

  const results::Result& run() {
    result_ = run::simulate(scenario_, programs(), 0);
    return result_;
  }

  double metric(const std::string& name) { return result_.metrics.at("heat." + name); }

  std::string told() const {
    std::string text;
    for (const auto& event : result_.events) text += event.kind + ": " + event.text + "\n";
    return text;
  }

  void expect_slowdown(const char* method, double expected) {
    argument("method", method);
    node_off(0.02, 14);
    run();
    EXPECT_EQ(metric("finished"), 1) << told();
    EXPECT_NEAR(metric("slowdown[failures=1]"), expected, 0.02 * expected);
    EXPECT_EQ(metric("ranks_at_end"), 25); // as without ranks: spares that stand by are none
  }

  scenario::Scenario scenario_ = test::stencil_scenario(6, "1Mf", 1);
  results::Result result_;
};

TEST_F(StencilJob, TakesFiveTimesAsLongOnceASpareJumpedIn) { expect_slowdown("0d", 5); }
TEST_F(StencilJob, TakesThreeTimesAsLongOnceALineSlid) { expect_slowdown("1d", 3); }
TEST_F(StencilJob, TakesAsLongAsBeforeOnceAColumnWasDropped) { expect_slowdown("2d", 1); }

/// The spare-node paper, section 5.2: four messages one after the other take four times as long as one.
TEST_F(StencilJob, ExchangesOneMessageAfterTheOtherWhereNodesSendSo) {
  scenario_.machine.sends_at_once = 1;
  run();
  EXPECT_NEAR(metric("exchange_ms[failures=0]"), 16, 0.02 * 16);
}

TEST_F(StencilJob, IsHeldBackByHalfWhereNodesSendTwoMessagesAtOnce) {
  scenario_.machine.sends_at_once = 2;
  run();
  EXPECT_NEAR(metric("exchange_ms[failures=0]"), 8, 0.02 * 8);
}

/// Section 5.3: messages that leave at times far apart do not meet. The last of 25 uniform delays is 25/26 of the most.
TEST_F(StencilJob, IsHardlySlowedDownWhereMessagesLeaveFarApart) {
  argument("stagger", "1s");
  argument("steps", "40");
  node_off(20, 14);
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_NEAR(metric("exchange_ms[failures=0]"), 1000 * 25 / 26. + 4, 15);
  EXPECT_NEAR(metric("slowdown[failures=1]"), 1, 0.03);
}

TEST_F(StencilJob, RunsFreelyAsFastAsTogetherWhereNobodyIsInAnothersWay) {
  argument("start", "free");
  run();
  EXPECT_NEAR(metric("exchange_ms[failures=0]"), 4, 0.02 * 4);
}

TEST_F(StencilJob, WithoutFailuresExchangesAtTheLinksSpeed) {
  run();
  EXPECT_NEAR(metric("exchange_ms[failures=0]"), 4, 0.02 * 4);
  EXPECT_EQ(metric("steps"), 6);
  EXPECT_EQ(metric("restarts"), 0);
}

TEST_F(StencilJob, LosesAnIdleSpareWithoutMovingAnybody) {
  node_off(0.01, 17);
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("steps"), 6);
  EXPECT_EQ(metric("deaths"), 1);
  EXPECT_EQ(metric("ranks_at_end"), 25);
}

TEST_F(StencilJob, SurvivesTheDeathOfASpareInUse) {
  scenario_.runtime.shrink.fixed = Seconds(1e-3);
  node_off(0.02, 14);
  node_off(0.2, 17);
  scenario_.jobs[0].arguments["steps"] = 30.0;
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("deaths"), 2);
  EXPECT_EQ(metric("steps"), 30);
}

TEST_F(StencilJob, SurvivesAFailureInTheMiddleOfARecovery) {
  scenario_.runtime.shrink.fixed = Seconds(0.01);
  scenario_.runtime.agreement.fixed = Seconds(0.01);
  scenario_.runtime.split.fixed = Seconds(0.01);
  for (int tick = 0; tick < 4; ++tick) node_off(0.02 + 0.007 * tick, 2 + 6 * tick);
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("deaths"), 4);
  EXPECT_EQ(metric("steps"), 6);
}

TEST_F(StencilJob, LosingRankZeroGoesOn) {
  node_off(0.02, 0);
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("steps"), 6);
  EXPECT_GT(metric("slowdown[failures=1]"), 1); // who took its place has not seen the exchanges before
}

TEST_F(StencilJob, WithoutCheckpointsBeginsAnew) {
  scenario_.jobs[0].checkpoint.reset();
  node_off(0.02, 14);
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("steps"), 6);
}

TEST_F(StencilJob, EndsWhereNoSpareCanTakeThePlace) {
  argument("method", "2d");
  node_off(0.02, 14);
  node_off(0.3, 1);
  scenario_.jobs[0].arguments["steps"] = 100.0;
  run();
  EXPECT_EQ(metric("finished"), 0);
  EXPECT_THAT(told(), HasSubstr("No spare node can take the failed one's place"));
}

TEST(StencilArguments, ThatDoNotFitAreSaid) {
  const Program& program = programs().front();
  EXPECT_EQ(program.mismatch({{"grid", "5x5"}, {"spares", "2d-1"}}, 25, 5), "");
  EXPECT_THAT(program.mismatch({{"grid", "5x5"}, {"spares", "2d-1"}}, 24, 5), HasSubstr("\"ranks\": 25"));
  EXPECT_THAT(program.mismatch({{"grid", "5x5"}, {"spares", "3d-1"}}, 25, 5), HasSubstr("do not fit the grid 5x5"));
  EXPECT_THAT(program.mismatch({{"grid", "5x5"}, {"method", "3d"}}, 25, 5), HasSubstr("more dimensions"));
  EXPECT_THAT(objections(program, {{"grid", "5by5"}}), testing::ElementsAre(HasSubstr("extents of the job")));
}

const Site mesh{"mesh", "a mesh of 6x5", {6, 5}, Wrap::none, true};

std::string misplacement_of(Arguments arguments, const Site& site) {
  arguments.insert({{"grid", "5x5"}, {"spares", "2d-1"}});
  return programs().front().misplacement(arguments, site);
}

TEST(StencilSite, ThatIsTheGridWithItsSparesFits) { EXPECT_EQ(misplacement_of({}, mesh), ""); }

TEST(StencilSite, OfOtherExtentsIsRefused) {
  EXPECT_EQ(misplacement_of({{"spares", "2d-2"}}, mesh),
            "the grid with its spares must be the machine's network: a mesh of 6x6 or longer, and \"mesh\" is "
            "a mesh of 6x5");
  EXPECT_NE(misplacement_of({}, {"mesh", "a mesh of 7x5", {7, 5}, Wrap::none, true}), "");
  EXPECT_NE(misplacement_of({}, {"mesh", "a mesh of 6x4", {6, 4}, Wrap::none, true}), "");
}

TEST(StencilSite, MayBeTheFirstRowsOfAMesh) {
  EXPECT_EQ(misplacement_of({}, {"mesh", "a mesh of 6x9", {6, 9}, Wrap::none, true}), "");
}

TEST(StencilSite, OfAnotherWrapIsRefused) {
  EXPECT_THAT(misplacement_of({{"network", "torus"}}, mesh), HasSubstr("a torus of 6x5"));
}

TEST(StencilSite, WithSeveralProcessesOnANodeIsRefused) {
  EXPECT_THAT(misplacement_of({}, {"mesh", "a mesh of 6x5", {6, 5}, Wrap::none, false}), HasSubstr("\"cores\": 1"));
}

} // namespace
} // namespace daruma::models::spares
