// Processes, nodes and links that are slower for a while: every end by hand.
#include "sim/faults/objections.hpp"
#include "sim/results/sinks.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <gmock/gmock.h>
#include <mpi.h>

#include <cmath>
#include <vector>

namespace daruma::run::test {
namespace {

using models::port;
using scenario::Slowdown;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void compute() {
  if (port().process_id() != 1) return;
  port().compute(Flops(20e9));
  port().print("done");
}

void compute_and_meet() {
  MPI_Init(nullptr, nullptr);
  compute();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}

void compute_alone() {
  MPI_Init(nullptr, nullptr);
  compute();
  MPI_Finalize();
}

TEST(Slowdown, OfAProcessLastsAsLongAsItIsSaidTo) {
  scenario::Scenario scenario = four_nodes();
  at(scenario, 10, scenario::SlowRanks{"q", {1}, {4, Seconds(8)}});
  EXPECT_EQ(events_in(scenario, compute_and_meet),
            "10000 slow 1: what it computes takes 4 times as long for 8s\n"
            "18000 slow_end 1: what it computes no longer takes 4 times as long\n"
            "26000 print 1: done\n")
      << "10 s, then 2 s of work in 8 s, then the other 8 s";
}

TEST(Slowdown, OfOthersChangesNothing) {
  scenario::Scenario scenario = four_nodes();
  at(scenario, 10, scenario::SlowProcesses{"q", {0, 2}, {4, Seconds(8)}});
  at(scenario, 10, scenario::SlowNode{3, {4, Seconds(8)}});
  EXPECT_THAT(events_in(scenario, compute_and_meet), HasSubstr("\n20000 print 1: done\n"));
}

TEST(Slowdown, ThatOverlapsAnotherMultipliesItOnNodesAndOfProcesses) {
  scenario::Scenario scenario = four_nodes();
  at(scenario, 0, scenario::SlowNode{1, {2, Seconds(10)}});
  at(scenario, 2, scenario::SlowProcesses{"q", {1}, {2, Seconds(4)}});
  at(scenario, 2, scenario::SlowNode{1, {2, Seconds(2)}});
  EXPECT_THAT(events_in(scenario, compute_and_meet), HasSubstr("\n26250 print 1: done\n"))
      << "by 2 s: 1, by 4 s: 1.25, by 6 s: 1.75, by 10 s: 3.75";
}

TEST(Slowdown, OfAThrottledNodeLeavesItThrottled) {
  scenario::Scenario scenario = four_nodes();
  at(scenario, 2, scenario::BreakComponent{"node1.cpu.throttled"});
  at(scenario, 4, scenario::SlowNode{1, {2, Seconds(4)}});
  EXPECT_THAT(events_in(scenario, compute_and_meet), HasSubstr("\n40000 print 1: done\n"))
      << "by 4 s: 3, by 8 s: 4, and 16 s of work at half the speed";
}

TEST(Slowdown, IsForgottenWithItsProcess) {
  scenario::Scenario scenario = four_nodes();
  scenario.jobs.front().recovery = scenario::RecoveryStyle::rerun;
  at(scenario, 1, scenario::SlowRanks{"q", {1}, {4, Seconds(100)}});
  at(scenario, 10, scenario::KillRanks{"q", {0, 1, 2, 3}});
  EXPECT_THAT(events_in(scenario, compute_and_meet), HasSubstr("\n30000 print 1: done\n"));
}

TEST(Slowdown, OfNobodyIsIgnored) {
  scenario::Scenario scenario = four_nodes();
  at(scenario, 10, scenario::SlowRanks{"q", {3}, {4, Seconds(8)}});
  at(scenario, 10, scenario::SlowProcesses{"q", {0}, {4, Seconds(8)}});
  EXPECT_EQ(events_in(scenario, compute_alone), "10000 ignored: slowdown of rank 3: there are 1\n"
                                                "10000 ignored: slowdown of process 0: it does not live\n"
                                                "20000 print 1: done\n")
      << "the others have left";
}

/// Half of the processor is the process's.
TEST(Slowdown, HoldsWhereOthersWantTheProcessorToo) {
  scenario::Scenario scenario = four_nodes();
  scenario.background.emplace();
  scenario.background->listed = {{Seconds(0), 1, never}};
  at(scenario, 10, scenario::SlowRanks{"q", {1}, {2, Seconds(10)}});
  EXPECT_THAT(events_in(scenario, compute_and_meet), HasSubstr("\n45000 print 1: done\n"))
      << "by 10 s: 5, by 20 s: 7.5";
  scenario.background->quantum = Seconds(0.5);
  EXPECT_THAT(events_in(scenario, compute_and_meet), testing::ContainsRegex("\n4(4[5-9]|5[0-4])[0-9][0-9] print"));
}

// --- Links

constexpr int message_B = 12500000; ///< 1 ms of a link's 12.5 GB/s

void send_one_message() {
  MPI_Init(nullptr, nullptr);
  const int rank = port().process_id();
  std::vector<char> message(rank < 2 ? message_B : 0);
  if (rank == 0) MPI_Send(message.data(), message_B, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Recv(message.data(), message_B, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    port().print(std::to_string(std::lround(port().now().count() * 1e6)));
  }
  MPI_Finalize();
}

/// When the message is there, in microseconds: a packet's time on the link.
int lands(scenario::Scenario scenario, const std::string& link, double from_s, Slowdown slowdown) {
  at(scenario, from_s, scenario::SlowLink{link, slowdown});
  const std::string told = simulate_apart(scenario, {{"observed", send_one_message, {}}}, [](const auto& result) {
    for (const results::Event& event : result.events)
      if (event.kind == "print") return event.text;
    return std::string("-1");
  });
  return std::stoi(told);
}

class SlowLink : public testing::TestWithParam<NetworkModel> {
protected:
  static scenario::Scenario four_nodes() {
    scenario::Scenario scenario = test::four_nodes();
    scenario.network_model = GetParam();
    return scenario;
  }
};

TEST_P(SlowLink, OfHalfTheRateTakesTwiceAsLong) {
  for (const char* link : {"node0", "node1", "switch0.port0", "switch0.port1", "0>x", "x>1"})
    EXPECT_NEAR(lands(four_nodes(), link, 0, {2, Seconds(1)}), 2000, 5) << link;
}

TEST_P(SlowLink, ThatIsNotOnTheWayChangesNothing) {
  for (const char* link : {"node2", "switch0.port3", "x>0", "1>x"})
    EXPECT_NEAR(lands(four_nodes(), link, 0, {2, Seconds(1)}), 1000, 5) << link;
}

/// Half of the message has gone by 0.5 ms, three quarters by 1 ms.
TEST_P(SlowLink, IsFastAgainWhenItIsOver) {
  EXPECT_NEAR(lands(four_nodes(), "node1", 5e-4, {2, Seconds(1)}), 1500, 5);
  EXPECT_NEAR(lands(four_nodes(), "node1", 5e-4, {2, Seconds(5e-4)}), 1250, 5);
}

TEST_P(SlowLink, OnATorusIsAPortOfARouterOrWhatJoinsANodeToIt) {
  scenario::Scenario scenario = four_nodes();
  scenario.machine.topology = topology::topology_of("torus", {{"dimensions", {4}}});
  EXPECT_NEAR(lands(scenario, "0>1", 0, {2, Seconds(1)}), 2000, 5);
  EXPECT_NEAR(lands(scenario, "1>0", 0, {2, Seconds(1)}), 1000, 5);
  scenario.machine.injection = scenario.machine.link.bandwidth;
  EXPECT_NEAR(lands(scenario, "node1", 0, {2, Seconds(1)}), 2000, 5);
  EXPECT_NEAR(lands(scenario, "switch1.port0", 0, {2, Seconds(1)}), 2000, 5);
}

INSTANTIATE_TEST_SUITE_P(Models, SlowLink,
                         testing::Values(NetworkModel::flows, NetworkModel::packets, NetworkModel::simgrid),
                         [](const auto& tested) {
                           return tested.param == NetworkModel::flows     ? "flows"
                                  : tested.param == NetworkModel::packets ? "packets"
                                                                          : "simgrid";
                         });

std::vector<std::string> objections_to(scenario::Scenario scenario, const std::string& link) {
  at(scenario, 0, scenario::SlowLink{link, {2, Seconds(1)}});
  std::vector<std::string> sentences;
  for (const auto& problem : faults::objections(scenario, "x.json"))
    sentences.push_back(problem.pointer + ": " + problem.sentence);
  return sentences;
}

TEST(SlowLinks, ThatAreNoneSayWhatThereIs) {
  EXPECT_THAT(objections_to(four_nodes(), "node3"), IsEmpty());
  EXPECT_THAT(objections_to(four_nodes(), "node4"),
              ElementsAre(R"(/events/0/slow_link: "node4" is no link: there are node0 to node3)"));
  EXPECT_THAT(objections_to(four_nodes(), "switch0.port4"), ElementsAre(HasSubstr("there are port0 to port3")));
  EXPECT_THAT(objections_to(four_nodes(), "switch0"), ElementsAre(HasSubstr("is at a port of it, as switch0.port0")));
  EXPECT_THAT(objections_to(four_nodes(), "0>1"), ElementsAre(HasSubstr("as daruma collisions prints them")));
  scenario::Scenario torus = four_nodes();
  torus.machine.topology = topology::topology_of("torus", {{"dimensions", {4}}});
  EXPECT_THAT(objections_to(torus, "switch1.port1"), IsEmpty());
  EXPECT_THAT(objections_to(torus, "node1"), ElementsAre(HasSubstr("has no rate of its own")));
}

} // namespace
} // namespace daruma::run::test
