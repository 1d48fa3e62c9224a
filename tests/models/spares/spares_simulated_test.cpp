// The stencil job under the simulator: exchanges take as many times longer as collisions were counted, and the job
// outlives its nodes.
#include "models/spares/mpi/spares.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "tests/models/spares/stencil_scenario.hpp"

#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <vector>

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

/// Ranks that go back alone: each has its own file of messages and checkpoints, the last spare node keeps the events.
class LoggedStencil : public StencilJob {
protected:
  static constexpr int steps = 20;
  static constexpr int messages_in_a_step = 80; // 40 pairs of neighbours in a grid of 5x5
  static constexpr int logger = 29;

  LoggedStencil() {
    argument("rollback", "alone");
    argument("start", "free");
    argument("steps", "20");
    argument("message", "40kB"); // a step takes 1 ms of work and some 0.1 ms
    scenario_.jobs[0].checkpoint->every_loops = 8;
    scenario_.machine.file_system = BytesPerSecond(1e12);
  }

  /// The steps whose exchanges each process has made, in the order in which it made them.
  std::map<int, std::vector<int>> exchanges() const {
    std::map<int, std::vector<int>> made;
    for (const auto& span : result_.spans)
      if (span.kind == "exchange") made[span.process].push_back(std::stoi(span.text));
    return made;
  }
};

std::vector<int> steps_from(int first, int end) {
  std::vector<int> steps(static_cast<std::size_t>(end - first));
  std::iota(steps.begin(), steps.end(), first);
  return steps;
}

TEST_F(LoggedStencil, StoresTheReceiptOfEachMessage) {
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("steps"), steps);
  EXPECT_EQ(metric("events"), steps * messages_in_a_step);
  EXPECT_EQ(metric("ranks_at_end"), 25);
}

/// Without checkpoints nothing is forgotten: four messages of each step, from those that have four neighbours.
TEST_F(LoggedStencil, KeepsAllThatItSentIfNobodyHasACheckpoint) {
  scenario_.jobs[0].checkpoint.reset();
  run();
  EXPECT_EQ(metric("log_bytes"), steps * 4 * 4e4);
}

TEST_F(LoggedStencil, SendsNothingBeforeWhatItHasReceivedIsStored) {
  scenario_.jobs[0].checkpoint.reset();
  scenario_.machine.link.latency = Seconds(0.01);
  run();
  // A halo, an event and its answer, one after the other; from rank 0 to the logger there are 9 links.
  const double waited = (steps - 1) * 0.01 * (1 + 2 * 9);
  EXPECT_GT(metric("makespan_s"), waited);
  EXPECT_LT(metric("makespan_s"), 1.2 * waited);
}

TEST_F(LoggedStencil, LetsTheFailedRankGoBackAlone) {
  node_off(0.012, 14); // rank 12, in the middle
  run();
  ASSERT_EQ(metric("finished"), 1) << told();
  auto made = exchanges();
  const std::vector<int> lost = made.extract(14).mapped();
  ASSERT_EQ(made.size(), 25U);
  int gone_back = 0;
  for (const auto& [process, done] : made) {
    if (done.front() == 0) {
      EXPECT_EQ(done, steps_from(0, steps)) << "process " << process;
    } else {
      ++gone_back;
      EXPECT_EQ((done.front() + 12) % 8, 0) << "its own checkpoint";
      EXPECT_EQ(done, steps_from(done.front(), steps));
      EXPECT_LE(done.front(), lost.back());
      const int again = lost.back() - done.front(); // the last of the lost had not been received by all, nor told
      EXPECT_NEAR(metric("events"), steps * messages_in_a_step + 4 * again, 4 + 4);
    }
  }
  EXPECT_EQ(gone_back, 1);
  EXPECT_EQ(metric("restarts"), 1);
}

/// Neighbours lose each other's messages, and send them again as they do the steps again.
TEST_F(LoggedStencil, SurvivesTheDeathOfNeighboursAndOfWhoTookTheirPlaces) {
  node_off(0.012, 14);
  node_off(0.012, 15);
  node_off(0.0121, 17); // the spare nearest to both
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("steps"), steps);
  EXPECT_EQ(metric("deaths"), 3);
}

TEST_F(LoggedStencil, WithoutCheckpointsDoesAllOfItAgain) {
  scenario_.jobs[0].checkpoint.reset();
  node_off(0.012, 14);
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  auto made = exchanges();
  made.erase(14);
  EXPECT_EQ(made.size(), 25U);
  for (const auto& [process, done] : made) EXPECT_EQ(done, steps_from(0, steps)) << "process " << process;
}

TEST_F(LoggedStencil, EndsWithWhoKeepsTheEvents) {
  node_off(0.012, logger);
  run();
  EXPECT_EQ(metric("finished"), 0);
  EXPECT_THAT(told(), HasSubstr("The node of the event logger has failed, which is taken to be reliable"));
}

TEST_F(LoggedStencil, EndsWhereNoSpareIsLeft) {
  for (const int node : {5, 11, 17, 23}) node_off(0.005, node);
  node_off(0.012, 14);
  run();
  EXPECT_EQ(metric("finished"), 0);
  EXPECT_THAT(told(), HasSubstr("No spare node can take the failed one's place"));
}

/// Spare nodes have no processes: one is started there in the place of each that died, on the first free node.
class StartedStencil : public StencilJob {
protected:
  static constexpr int first_free = 5;

  StartedStencil() {
    scenario_.jobs[0].recovery = scenario::RecoveryStyle::spawn;
    scenario_.jobs[0].spares = 0;
    argument("start", "free");
    argument("work", "1Gf");
    argument("message", "4kB");
  }

  int node_of(int process) const { return result_.jobs.at(0).nodes.at(static_cast<std::size_t>(process)); }
  double length_of_restart(int process) const {
    for (const auto& span : result_.spans)
      if (span.kind == "restart" && span.process == process) return (span.end - span.begin).count();
    return 0;
  }
};

TEST_F(StartedStencil, BeginsWithRanksOnTheirNodesAlone) {
  run();
  EXPECT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(result_.jobs.at(0).nodes.size(), 25U);
  EXPECT_EQ(node_of(5), 6) << "past the spare node at the end of the row";
}

/// Survivors finish the step that they are about, 1 s; what a survivor then takes is the sum of what it calls.
TEST_F(StartedStencil, RebuildsItsCommunicator) {
  scenario_.runtime.agreement.fixed = Seconds(0.001);
  scenario_.runtime.shrink.fixed = Seconds(0.01);
  scenario_.runtime.split.fixed = Seconds(0.1);
  scenario_.runtime.spawn.fixed = Seconds(0.5);
  node_off(2.5, 14);
  run();
  ASSERT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("steps"), 6);
  EXPECT_EQ(metric("ranks_at_end"), 25);
  EXPECT_EQ(node_of(25), first_free);
  const double merge_and_split = 2 * 0.1;
  const double agreements = 5 * 0.001; // who is there, started, merged, who is there now, ordered
  EXPECT_NEAR(length_of_restart(0), 0.01 + 0.5 + merge_and_split + agreements, 1e-3);
  const double lost_step = 1;
  EXPECT_NEAR(metric("makespan_s"), 6 + lost_step + length_of_restart(0), 0.05);
}

/// Survivors do not finish their step: they lose the half that they have done.
TEST_F(StartedStencil, IsRestartedInPlace) {
  argument("repair", "reinit");
  scenario_.runtime.spawn.fixed = Seconds(0.5);
  scenario_.runtime.split.fixed = Seconds(0.1);
  node_off(2.5, 14);
  run();
  ASSERT_EQ(metric("finished"), 1) << told();
  EXPECT_EQ(metric("steps"), 6);
  EXPECT_EQ(metric("deaths"), 1);
  EXPECT_EQ(metric("restarts"), 1);
  EXPECT_EQ(metric("ranks_at_end"), 25);
  EXPECT_EQ(node_of(25), first_free);
  EXPECT_NEAR(metric("makespan_s"), 6 + 0.5 + 0.6, 0.05);
}

TEST_F(StartedStencil, SurvivesThePartnersOfItsCheckpointsOneAfterTheOther) {
  for (const char* const repair : {"rebuild", "reinit"}) {
    scenario_ = test::stencil_scenario(20, "1Mf", 2);
    scenario_.jobs[0].recovery = scenario::RecoveryStyle::spawn;
    scenario_.jobs[0].spares = 0;
    scenario_.jobs[0].checkpoint->to = scenario::CheckpointPlace::partner_memory;
    argument("repair", repair);
    const auto complaint = run::test::simulate_apart(
        [this] {
          node_off(0.03, 0);
          node_off(0.06, 14); // where the copies of rank 0 are
          return scenario_;
        }(),
        programs(),
        [](const results::Result& result) {
          const bool is_well = result.metrics.at("heat.finished") == 1 && result.metrics.at("heat.steps") == 20;
          return std::string(is_well && result.metrics.at("heat.restarts") == 2 ? "" : "not survived");
        });
    EXPECT_EQ(complaint, "") << repair;
  }
}

TEST_F(StartedStencil, EndsWhereNoNodeIsFree) {
  for (const int node : {5, 11, 17, 23, 29}) node_off(0.5, node);
  node_off(2.5, 14);
  run();
  EXPECT_EQ(metric("finished"), 0);
  EXPECT_THAT(told(), HasSubstr("No spare node can take the failed one's place"));
}

TEST(StencilArguments, OfProcessesThatAreStartedAreSaid) {
  const auto sentence = [](const Arguments& more, const JobShape& job = {25, 0, RecoveryStyle::spawn}) {
    Arguments arguments{{"grid", "5x5"}, {"spares", "2d-1"}};
    for (const auto& [name, value] : more) arguments[name] = value;
    return programs().front().mismatch(arguments, job);
  };
  EXPECT_EQ(sentence({}), "");
  EXPECT_EQ(sentence({{"repair", "reinit"}}), "");
  EXPECT_THAT(sentence({{"method", "1d"}}), HasSubstr("\"method\": \"0d\""));
  EXPECT_THAT(sentence({{"rollback", "alone"}, {"start", "free"}}), HasSubstr("\"rollback\": \"together\""));
  EXPECT_THAT(sentence({{"repair", "reinit"}}, {25, 5, RecoveryStyle::spare}), HasSubstr("needs recovery \"spawn\""));
  EXPECT_THAT(sentence({}, {25, 0, RecoveryStyle::shrink}), HasSubstr("\"spares\": 5"));
}

TEST(StencilArguments, OfRanksThatGoBackAloneAreSaid) {
  const auto sentence = [](const Arguments& more) {
    Arguments arguments{{"grid", "5x5"}, {"spares", "2d-1"}, {"rollback", "alone"}, {"start", "free"}};
    for (const auto& [name, value] : more) arguments[name] = value;
    return programs().front().mismatch(arguments, {25, 5});
  };
  EXPECT_EQ(sentence({}), "");
  EXPECT_THAT(sentence({{"method", "1d"}}), HasSubstr("\"method\": \"0d\""));
  EXPECT_THAT(sentence({{"start", "together"}}), HasSubstr("\"start\": \"free\""));
  EXPECT_THAT(sentence({{"stagger", "1ms"}}), HasSubstr("\"stagger\": \"0s\""));
  EXPECT_THAT(sentence({{"grid", "2x5"}, {"boundary", "periodic"}}), HasSubstr("no periodic boundary across 2 ranks"));
}

TEST(StencilArguments, ThatDoNotFitAreSaid) {
  const Program& program = programs().front();
  EXPECT_EQ(program.mismatch({{"grid", "5x5"}, {"spares", "2d-1"}}, {25, 5}), "");
  EXPECT_THAT(program.mismatch({{"grid", "5x5"}, {"spares", "2d-1"}}, {24, 5}), HasSubstr("\"ranks\": 25"));
  EXPECT_THAT(program.mismatch({{"grid", "5x5"}, {"spares", "3d-1"}}, {25, 5}), HasSubstr("do not fit the grid 5x5"));
  EXPECT_THAT(program.mismatch({{"grid", "5x5"}, {"method", "3d"}}, {25, 5}), HasSubstr("more dimensions"));
  EXPECT_THAT(program.mismatch({{"grid", "47000000x68x47"}, {"spares", "3d-3"}}, {25, 5}), HasSubstr("has more nodes"));
  EXPECT_THAT(program.mismatch({{"grid", "40000x50000"}}, {25, 5}), HasSubstr("\"ranks\": 2000000000"));
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
