// Upon a death the launcher lets all processes of a job begin their program anew in place
// (sim/mpi/ulfm/global_restart.hpp).
#include "tests/sim/run/simulated/in_process.hpp"

#include <gmock/gmock.h>
#include <mpi.h>

#include <string>

namespace daruma::run::test {
namespace {

using models::port;
using testing::HasSubstr;
using testing::Not;

constexpr double timeout_s = 0.5;

/// Four processes on four of five nodes.
scenario::Scenario with_a_free_node() {
  scenario::Scenario scenario = four_nodes();
  scenario.machine.nodes = 5;
  return scenario;
}

/// Nothing takes time but what is given.
scenario::Scenario by_messages(Seconds plan, Seconds start, Seconds initialise, Seconds communicator) {
  scenario::Scenario scenario = with_a_free_node();
  scenario.machine.link.latency = Seconds(0);
  scenario.machine.link.bandwidth = BytesPerSecond(1e12);
  RuntimeProfile& runtime = scenario.runtime;
  runtime.operations = Operations::messages;
  runtime.detector = {DetectorKind::heartbeat_ring, Seconds(0.1), Seconds(0), Seconds(timeout_s)};
  runtime.overheads.communicator = communicator;
  runtime.daemons.plan = plan;
  runtime.daemons.start = start;
  runtime.daemons.initialise = initialise;
  return scenario;
}

/// By messages, which take no time, or by formulas.
scenario::Scenario by_either(bool messages) {
  return messages ? by_messages(Seconds(0), Seconds(0), Seconds(0), Seconds(0)) : with_a_free_node();
}

std::string own(const std::string& text) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return "rank " + std::to_string(rank) + " " + text;
}

/// Each computes for 10 s, and after a restart for 1 s.
void compute() {
  MPI_Init(nullptr, nullptr);
  port().restartable([](int restarts) {
    if (restarts > 0) port().print(own("of " + std::to_string(restarts)));
    port().compute(Flops(restarts > 0 ? 1e9 : 1e10));
  });
  port().print(own("done"));
  MPI_Finalize();
}

void kill(scenario::Scenario& scenario, double at_s, int process) {
  at(scenario, at_s, scenario::KillProcesses{"q", {process}});
}

TEST(RestartInPlace, InterruptsWhateverSurvivorsAreAboutAndKeepsRanks) {
  scenario::Scenario scenario = with_a_free_node();
  kill(scenario, 2, 1);
  const std::string told = events_in(scenario, compute);
  for (const auto& [rank, process] : {std::pair{0, 0}, {1, 4}, {2, 2}, {3, 3}}) {
    const std::string who = " print " + std::to_string(process) + ": rank " + std::to_string(rank);
    EXPECT_THAT(told, HasSubstr("2000" + who + " of 1\n"));
    EXPECT_THAT(told, HasSubstr("3000" + who + " done\n"));
  }
}

TEST(RestartInPlace, ByFormulasTakesWhatASpawnAndASplitTake) {
  scenario::Scenario scenario = with_a_free_node();
  scenario.runtime.spawn = {Seconds(0.1), Seconds(0.02), Seconds(0.003)};
  scenario.runtime.split.per_process = Seconds(0.2);
  kill(scenario, 2, 1);
  EXPECT_THAT(events_in(scenario, compute), HasSubstr("2923 print 0: rank 0 of 1\n")) << "0.123 s + 4 x 0.2 s";
}

/// The daemons find out about a process at once, about a node after the timeout.
TEST(RestartInPlace, ByMessagesTakesWhatItsSlowestPartTakes) {
  scenario::Scenario starts = by_messages(Seconds(0.1), Seconds(0.02), Seconds(0.2), Seconds(0.05));
  kill(starts, 2, 1);
  EXPECT_THAT(events_in(starts, compute), HasSubstr("2320 print 0: rank 0 of 1\n")) << "to plan, start, initialise";
  scenario::Scenario makes = by_messages(Seconds(0.1), Seconds(0.02), Seconds(0.2), Seconds(0.3));
  kill(makes, 2, 1);
  EXPECT_THAT(events_in(makes, compute), HasSubstr("2400 print 0: rank 0 of 1\n")) << "to plan, make a communicator";
  scenario::Scenario node = by_messages(Seconds(0.1), Seconds(0.02), Seconds(0.2), Seconds(0.05));
  at(node, 2, scenario::NodeOff{1});
  EXPECT_THAT(events_in(node, compute), HasSubstr("2820 print 4: rank 1 of 1\n"));
}

TEST(RestartInPlace, ReplacesThoseOfANodeThatDoesNotAnswerForTheTimeout) {
  for (const bool is_longer : {false, true}) {
    scenario::Scenario scenario = by_messages(Seconds(0), Seconds(0), Seconds(0), Seconds(0));
    at(scenario, 2, scenario::Hang{1, Seconds(is_longer ? 2 * timeout_s : 0.9 * timeout_s)});
    const std::string told = events_in(scenario, compute);
    EXPECT_EQ(told.find("2500 print 4: rank 1 of 1\n") != std::string::npos, is_longer) << told;
    EXPECT_EQ(told.find("death") != std::string::npos, is_longer) << told;
  }
}

/// What is known of the dead when the restart begins is dead; who dies in it is replaced by another one.
TEST(RestartInPlace, BeginsAgainIfSomebodyDiesInIt) {
  scenario::Scenario scenario = by_messages(Seconds(0.1), Seconds(0.02), Seconds(0.2), Seconds(0.05));
  kill(scenario, 2, 1);
  kill(scenario, 2.2, 2);
  const std::string told = events_in(scenario, compute);
  EXPECT_THAT(told, HasSubstr("2520 print 4: rank 1 of 2\n"));
  EXPECT_THAT(told, HasSubstr("2520 print 5: rank 2 of 2\n"));
  EXPECT_THAT(told, HasSubstr("2520 print 0: rank 0 of 2\n"));
  EXPECT_THAT(told, Not(HasSubstr("of 1\n")));
}

/// Rank 0 comes to its end at once, the others take until 10 s, or 1 s.
void come_to_end() {
  MPI_Init(nullptr, nullptr);
  port().restartable([](int restarts) {
    if (port().process_id() > 0) port().compute(Flops(restarts > 0 ? 1e9 : 1e10));
  });
  port().print(own("is released"));
  port().compute(Flops(5e9));
  port().print(own("done"));
  MPI_Finalize();
}

TEST(RestartInPlace, WaitsForAllAndRestartsWhoCameToTheEndBefore) {
  scenario::Scenario scenario = with_a_free_node();
  kill(scenario, 2, 1);
  EXPECT_THAT(events_in(scenario, come_to_end), HasSubstr("3000 print 0: rank 0 is released\n"));
}

TEST(RestartInPlace, RestartsNobodyOnceAllCameToTheEnd) {
  for (const bool messages : {false, true}) {
    scenario::Scenario scenario = by_either(messages);
    kill(scenario, 12, 1);
    const std::string told = events_in(scenario, come_to_end);
    EXPECT_THAT(told, HasSubstr("15000 print 0: rank 0 done\n"));
    EXPECT_THAT(told, Not(HasSubstr("rank 1 done")));
  }
}

/// Each enters after 5 s.
void enter_late() {
  MPI_Init(nullptr, nullptr);
  port().compute(Flops(5e9));
  port().restartable([](int restarts) { port().print(own("of " + std::to_string(restarts))); });
  MPI_Finalize();
}

TEST(RestartInPlace, AnswersDeathsBeforeItBegan) {
  for (const bool messages : {false, true})
    for (const double death_s : {1.0, 4.9}) {
      scenario::Scenario scenario = by_either(messages);
      kill(scenario, death_s, 1);
      const std::string told = events_in(scenario, enter_late);
      EXPECT_THAT(told, HasSubstr("print 4: rank 1 of 1\n")) << death_s;
      EXPECT_THAT(told, HasSubstr("10000 print 3: rank 3 of 1\n")) << death_s;
    }
}

/// The report of a process's death is on its way when the node of who is to hear it, or its own, goes off.
TEST(RestartInPlace, FindsOutAfterTheTimeoutWhereAReportGetsLost) {
  for (const int node : {0, 1}) {
    scenario::Scenario scenario = by_messages(Seconds(0), Seconds(0), Seconds(0), Seconds(0));
    scenario.machine.nodes = 6;
    scenario.runtime.daemons.message = Seconds(0.01);
    kill(scenario, 2, 1);
    at(scenario, 2.005, scenario::NodeOff{node});
    const std::string told = events_in(scenario, compute);
    for (int rank = 0; rank < 4; ++rank)
      EXPECT_THAT(told, HasSubstr("rank " + std::to_string(rank) + " done\n")) << node;
  }
}

/// What was sent in one life is not received in the next.
void send_before() {
  MPI_Init(nullptr, nullptr);
  port().restartable([](int restarts) {
    const int rank = port().process_id();
    int word = 7;
    if (restarts == 0 && rank == 0) MPI_Send(&word, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
    port().compute(Flops(3e9));
    if (restarts == 0 || rank != 3) return;
    int is_there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    port().print(is_there != 0 ? "a message" : "no message");
  });
  MPI_Finalize();
}

TEST(RestartInPlace, ForgetsWhatMpiHadUnderWay) {
  scenario::Scenario scenario = with_a_free_node();
  kill(scenario, 2, 1);
  EXPECT_THAT(events_in(scenario, send_before), HasSubstr("5000 print 3: no message\n"));
}

TEST(RestartInPlace, EndsTheJobWhereNoNodeIsFree) {
  scenario::Scenario scenario = four_nodes();
  at(scenario, 2, scenario::NodeOff{1});
  EXPECT_THAT(events_in(scenario, compute), HasSubstr("no node has room for a process in the place of one that died"));
}

} // namespace
} // namespace daruma::run::test
