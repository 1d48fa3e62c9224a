// Nodes that do not answer for a while, and partitions that heal: what they cost, and who is declared dead for it.
#include "tests/sim/run/simulated/in_process.hpp"

#include <gmock/gmock.h>
#include <mpi-ext.h>
#include <mpi.h>

#include <vector>

namespace daruma::run::test {
namespace {

using models::port;
using testing::HasSubstr;
using testing::Not;

constexpr double period_s = 0.1;
constexpr double timeout_s = 1;

void watch_heartbeats(RuntimeProfile& runtime, Operations operations) {
  runtime.detector = {DetectorKind::heartbeat_ring, Seconds(period_s), Seconds(0), Seconds(timeout_s)};
  runtime.operations = operations;
}

/// Everybody computes for 2 s and passes 12.5 MB on to the next, which takes 1 ms.
void go_round() {
  MPI_Init(nullptr, nullptr);
  const int rank = port().process_id();
  constexpr int size_B = 12500000;
  std::vector<char> sent(size_B);
  std::vector<char> received(size_B);
  port().compute(Flops(2e9));
  MPI_Sendrecv(sent.data(), size_B, MPI_BYTE, (rank + 1) % 4, 0, received.data(), size_B, MPI_BYTE, (rank + 3) % 4, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 2) port().print("done");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}

class Disturbed : public testing::TestWithParam<NetworkModel> {
protected:
  static scenario::Scenario four_nodes() {
    scenario::Scenario scenario = test::four_nodes();
    scenario.network_model = GetParam();
    return scenario;
  }
};

TEST_P(Disturbed, AHangCostsItsTimeWhileItsNodeComputes) {
  scenario::Scenario scenario = four_nodes();
  EXPECT_EQ(events_in(scenario, go_round), "2001 print 2: done\n");
  at(scenario, 1, scenario::Hang{1, Seconds(0.5)});
  EXPECT_EQ(events_in(scenario, go_round), "1000 hang: node-1: does not answer for 500ms\n"
                                           "1500 return: node-1: answers again\n"
                                           "2501 print 2: done\n");
}

/// Half of the message has gone by then.
TEST_P(Disturbed, AHangCostsItsTimeWhileMessagesComeOrGo) {
  for (const int node : {1, 2}) {
    scenario::Scenario scenario = four_nodes();
    at(scenario, 2.0005, scenario::Hang{node, Seconds(0.5)});
    EXPECT_THAT(events_in(scenario, go_round), HasSubstr("\n2501 print 2: done\n")) << node;
  }
  scenario::Scenario scenario = four_nodes();
  at(scenario, 2.0005, scenario::Hang{0, Seconds(0.5)});
  EXPECT_THAT(events_in(scenario, go_round), HasSubstr("\n2001 print 2: done\n")) << "it is no neighbour of 2";
}

TEST_P(Disturbed, APartitionHoldsUpWhatHasToCrossIt) {
  for (const double begin_s : {1.9, 2.0005}) {
    scenario::Scenario scenario = four_nodes();
    at(scenario, begin_s, scenario::Partition{{0, 1}, {}, Seconds(0.5)});
    EXPECT_THAT(events_in(scenario, go_round),
                HasSubstr(begin_s < 2 ? "\n2401 print 2: done\n" : "\n2501 print 2: done\n"));
  }
  scenario::Scenario scenario = four_nodes();
  at(scenario, 1.9, scenario::Partition{{0, 1}, {3}, Seconds(0.5)});
  EXPECT_THAT(events_in(scenario, go_round), HasSubstr("\n2001 print 2: done\n")) << "from 1 to 2 is another way";
}

INSTANTIATE_TEST_SUITE_P(Models, Disturbed,
                         testing::Values(NetworkModel::flows, NetworkModel::packets, NetworkModel::simgrid),
                         [](const auto& tested) {
                           return tested.param == NetworkModel::flows     ? "flows"
                                  : tested.param == NetworkModel::packets ? "packets"
                                                                          : "simgrid";
                         });

TEST(Hang, HoldsWhereOthersWantTheProcessorToo) {
  for (const double quantum_s : {0.0, 0.01}) {
    scenario::Scenario scenario = four_nodes();
    scenario.background.emplace();
    scenario.background->listed = {{Seconds(0), 1, never}};
    if (quantum_s > 0) scenario.background->quantum = Seconds(quantum_s);
    at(scenario, 1, scenario::Hang{1, Seconds(10)});
    EXPECT_THAT(events_in(scenario, go_round), testing::ContainsRegex("\n(139[0-9][0-9]|1400[0-9]) print 2: done\n"))
        << "half of the processor for 4 s";
  }
}

TEST(Hang, EndsASleepThatWouldBeOverWhenItsNodeAnswers) {
  const auto sleep = [] {
    MPI_Init(nullptr, nullptr);
    if (port().process_id() == 1) {
      port().sleep(Seconds(2));
      port().print("slept");
      port().sleep(Seconds(2));
      port().print("slept again");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
  };
  scenario::Scenario scenario = four_nodes();
  at(scenario, 1, scenario::Hang{1, Seconds(1.5)});
  at(scenario, 3, scenario::Hang{1, Seconds(1)});
  EXPECT_THAT(events_in(scenario, sleep), HasSubstr("\n2500 print 1: slept\n"));
  EXPECT_THAT(events_in(scenario, sleep), HasSubstr("\n4500 print 1: slept again\n"));
}

/// Process 1 is about to send at 2 s; its message, and the one for it, wait for its node.
TEST(Hang, MayBeginWithACallOfAProcessThere) {
  scenario::Scenario scenario = four_nodes();
  scenario::Event event;
  event.when.during = {"q", 1, "MPI_Sendrecv"};
  event.action = scenario::Hang{1, Seconds(0.5)};
  scenario.events.push_back(event);
  EXPECT_EQ(events_in(scenario, go_round), "2000 hang: node-1: does not answer for 500ms\n"
                                           "2500 return: node-1: answers again\n"
                                           "2501 print 2: done\n");
}

TEST(Hang, OfANodeThatGoesOffMeanwhileHasNoEnd) {
  scenario::Scenario scenario = four_nodes();
  at(scenario, 0.5, scenario::Hang{1, Seconds(1)});
  at(scenario, 1, scenario::NodeOff{1});
  at(scenario, 1.2, scenario::Hang{1, Seconds(1)});
  const std::string output = events_in(scenario, go_round);
  EXPECT_THAT(output, HasSubstr("1000 death 1: its node went off\n"));
  EXPECT_THAT(output, HasSubstr("1200 ignored: hang of node-1: it is lost\n"));
  EXPECT_THAT(output, Not(HasSubstr("answers again")));
}

TEST(Hang, ThatOverlapsAnotherEndsWithTheLast) {
  scenario::Scenario scenario = four_nodes();
  at(scenario, 0.5, scenario::Hang{1, Seconds(1)});
  at(scenario, 0.6, scenario::Hang{1, Seconds(0.2)});
  EXPECT_THAT(events_in(scenario, go_round), HasSubstr("\n1500 return: node-1: answers again\n3001 print 2: done\n"));
}

// --- Who is declared dead

/// Barriers, 10 ms of work apart, until 5 s have passed or one fails.
void meet() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  while (port().now() < Seconds(5)) {
    port().compute(Flops(1e7));
    const int error = MPI_Barrier(MPI_COMM_WORLD);
    if (error == MPI_SUCCESS) continue;
    int error_class = MPI_SUCCESS;
    MPI_Error_class(error, &error_class);
    port().print(error_class == MPIX_ERR_PROC_FAILED ? "PROC_FAILED" : "another error");
    break;
  }
  MPI_Comm survivors = MPI_COMM_NULL;
  MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors);
  int size = 0;
  MPI_Comm_size(survivors, &size);
  if (port().process_id() == 0) {
    port().print(std::to_string(size) + " are left");
    port().sleep(Seconds(5));
  }
  MPI_Finalize();
}

/// When that was printed first and last, in seconds; how many times.
struct Told {
  double first_s = never.count();
  double last_s = 0;
  int times = 0;
};

std::string times_of(const results::Result& result) {
  std::string text;
  for (const results::Event& event : result.events)
    if (event.kind == "print" || event.kind == "return" || event.kind == "death" || event.kind == "detection")
      text += event.kind + "/" +
              (event.process < 0 || event.kind == "print" ? event.text : std::to_string(event.process)) + "/" +
              std::to_string(event.time.count()) + "\n";
  return text;
}

Told told_of(const std::string& lines, const std::string& what) {
  Told told;
  for (std::size_t at = lines.find(what + "/"); at != std::string::npos; at = lines.find(what + "/", at + 1)) {
    const double time_s = std::stod(lines.substr(at + what.size() + 1));
    told.first_s = std::min(told.first_s, time_s);
    told.last_s = std::max(told.last_s, time_s);
    ++told.times;
  }
  return told;
}

class Suspicion : public testing::TestWithParam<Operations> {
protected:
  static scenario::Scenario watched() {
    scenario::Scenario scenario = four_nodes();
    watch_heartbeats(scenario.runtime, GetParam());
    return scenario;
  }
  static std::string lines_of(const scenario::Scenario& scenario) {
    return simulate_apart(scenario, {{"observed", meet, {}}}, times_of);
  }
};

TEST_P(Suspicion, NobodyIsDeclaredDeadWithinTheTimeout) {
  scenario::Scenario scenario = watched();
  at(scenario, 1.03, scenario::Hang{2, Seconds(timeout_s - period_s)});
  at(scenario, 3.01, scenario::Hang{2, Seconds(timeout_s - period_s)});
  const std::string lines = lines_of(scenario);
  EXPECT_EQ(told_of(lines, "detection/2").times + told_of(lines, "death/2").times, 0) << lines;
  EXPECT_EQ(told_of(lines, "print/4 are left").times, 1) << lines;
}

TEST_P(Suspicion, WhoIsSilentForLongerIsDeclaredDeadAndEveryoneIsTold) {
  scenario::Scenario scenario = watched();
  at(scenario, 1.03, scenario::Hang{2, Seconds(2)});
  const std::string lines = lines_of(scenario);
  const Told detected = told_of(lines, "detection/2");
  EXPECT_EQ(detected.times, 1) << lines;
  EXPECT_GE(detected.first_s, 1.03 + timeout_s - period_s);
  EXPECT_LE(detected.first_s, 1.03 + timeout_s + 1e-3);
  const Told failed = told_of(lines, "print/PROC_FAILED");
  EXPECT_EQ(failed.times, 3) << "the three others: " << lines;
  EXPECT_LE(failed.last_s, detected.first_s + 1e-3);
  EXPECT_EQ(told_of(lines, "death/2").times, 1) << lines;
  EXPECT_EQ(told_of(lines, "print/3 are left").times, 1) << lines;
  EXPECT_EQ(told_of(lines, "return/node-2: answers again; 1 of its processes is dead").times, 1) << lines;
}

/// Ranks 0 and 1 are on node 0. Rank 2 suspects 1 first, and 0 twice a timeout later.
TEST_P(Suspicion, AllOfANodeAreOneAfterTheOther) {
  scenario::Scenario scenario = watched();
  scenario.machine.cores = 2;
  at(scenario, 1.03, scenario::Hang{0, Seconds(10)});
  const std::string lines = simulate_apart(scenario,
                                           {{"observed",
                                             [] {
                                               MPI_Init(nullptr, nullptr);
                                               MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
                                               port().sleep(Seconds(8));
                                               const int error = MPI_Barrier(MPI_COMM_WORLD);
                                               port().print(error == MPI_SUCCESS ? "no error" : "an error");
                                               MPI_Finalize();
                                             },
                                             {}}},
                                           times_of);
  EXPECT_EQ(told_of(lines, "death/0").times + told_of(lines, "death/1").times, 2) << lines;
  EXPECT_LE(told_of(lines, "detection/1").first_s, 1.03 + timeout_s + 1e-3) << lines;
  EXPECT_LE(told_of(lines, "detection/0").first_s, 1.03 + 3 * timeout_s + 1e-2) << lines;
  EXPECT_EQ(told_of(lines, "print/an error").times, 2) << lines;
}

TEST_P(Suspicion, APartitionThatHealsInTimeLeavesEveryoneAlive) {
  scenario::Scenario scenario = watched();
  at(scenario, 1.03, scenario::Partition{{0, 1}, {2, 3}, Seconds(timeout_s - period_s)});
  const std::string lines = lines_of(scenario);
  EXPECT_EQ(told_of(lines, "print/4 are left").times, 1) << lines;
  EXPECT_EQ(told_of(lines, "print/PROC_FAILED").times, 0) << lines;
}

INSTANTIATE_TEST_SUITE_P(By, Suspicion, testing::Values(Operations::formulas, Operations::messages),
                         [](const auto& tested) {
                           return tested.param == Operations::formulas ? "formulas" : "messages";
                         });

TEST(Hang, OfAnyLengthCostsTimeOnlyWhereNobodyWatchesHeartbeats) {
  for (const auto kind : {DetectorKind::perfect, DetectorKind::on_communication, DetectorKind::serial}) {
    scenario::Scenario scenario = four_nodes();
    scenario.runtime.detector = {kind, Seconds(0.1), Seconds(0.1), Seconds(0.5)};
    at(scenario, 1, scenario::Hang{1, Seconds(100)});
    EXPECT_THAT(events_in(scenario, go_round), HasSubstr("\n102001 print 2: done\n"));
  }
}

TEST(Hang, StrikesAJobThatThenRunsAgainElsewhere) {
  scenario::Scenario scenario = four_nodes();
  scenario.jobs.front().ranks = 3;
  scenario.jobs.front().recovery = scenario::RecoveryStyle::rerun;
  watch_heartbeats(scenario.runtime, Operations::formulas);
  at(scenario, 1, scenario::Hang{1, Seconds(100)});
  const auto compute = [] {
    MPI_Init(nullptr, nullptr);
    port().compute(Flops(2e9));
    MPI_Barrier(MPI_COMM_WORLD);
    if (port().process_id() == 0) port().print("done");
    MPI_Finalize();
  };
  const std::string output = events_in(scenario, compute);
  EXPECT_THAT(output, HasSubstr("rerun")) << output;
  EXPECT_THAT(output, HasSubstr("print 0: done")) << output;
  EXPECT_THAT(output, Not(HasSubstr("answers again"))) << "it runs on the fourth node: " << output;
}

} // namespace
} // namespace daruma::run::test
