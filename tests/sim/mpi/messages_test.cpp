// Failures by the messages of their algorithms, held against sums done by hand, and against what they promise.
#include "tests/sim/mpi/survival.hpp"

#include "sim/core/random_stream.hpp"

#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <mpi-ext.h>
#include <vector>

namespace daruma::mpi::test {
namespace {

constexpr double send_s = 1e-5;
constexpr double receive_s = 2e-5;
constexpr double timeout_s = 0.2;
constexpr double period_s = 0.05;
constexpr double death_at = 1.0;
constexpr double wire_s = 2 * link_latency + 64 / link_bandwidth;
constexpr double hop_s = send_s + wire_s + receive_s;

/// Everybody else waits for rank `dead`, and says in microseconds when it was told.
Simulation mourning(int processes, int dead) {
  Simulation simulation = simulation_of(
      processes,
      [dead](int rank) {
        char byte = 0;
        if (rank == dead) rest_until(9.0);
        MPI_Recv(&byte, 1, MPI_CHAR, dead, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        say(std::to_string(std::llround(MPI_Wtime() * 1e6)));
      },
      Watch::messages);
  simulation.kills = {{death_at, dead}};
  return simulation;
}

double suspicion_s() {
  const double phase = RandomStream(1, 0, "detector/job/0").uniform();
  return (std::floor(death_at / period_s - phase) + phase) * period_s + send_s + receive_s + timeout_s;
}

double told_at(const Outcome& outcome, int process) { return std::stod(outcome.said_by(process).at(0)); }

TEST(Messages, TheSuccessorSuspectsAndTellsItsNeighboursTheFarthestFirst) {
  const Outcome outcome = simulate(mourning(8, 3));
  const double known = suspicion_s() + 1e-6; // a call that fails takes a microsecond
  EXPECT_THAT(outcome.told, testing::Contains("detected 3 by 4"));
  EXPECT_NEAR(told_at(outcome, 4), known * 1e6, 2);
  EXPECT_NEAR(told_at(outcome, 0), (known + send_s + hop_s) * 1e6, 2)
      << "four away, told first, once the ring is mended";
  EXPECT_NEAR(told_at(outcome, 6), (known + 3 * send_s + hop_s) * 1e6, 2)
      << "two away, after two copies for who is four away, of which one changes nothing";
  for (const int process : {0, 1, 2, 5, 6, 7}) {
    EXPECT_GE(told_at(outcome, process), std::llround((known + hop_s) * 1e6) - 1);
    EXPECT_LE(told_at(outcome, process), (known + 8 * 3 * hop_s) * 1e6 + 1);
  }
}

TEST(Messages, ADeadNeighbourOnTheRingCostsTwoTimeoutsMore) {
  Simulation simulation = mourning(8, 3);
  simulation.kills.emplace(death_at, 4); // 5 finds it out, and only then turns to 3
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.told, testing::IsSupersetOf({"detected 4 by 5", "detected 3 by 5"}));
  EXPECT_NEAR(told_at(outcome, 5), (suspicion_s() + 2 * timeout_s) * 1e6 + 1, 2);
}

/// Four ranks, the last of which comes at 2 s: microseconds after that at which each is back. Rank 0 is the parent of 1
/// and 2, and 1 that of 3.
std::vector<double> back_at(const std::function<void()>& operation) {
  const Outcome outcome = simulate(simulation_of(
      4,
      [&operation](int rank) {
        rest_until(rank == 3 ? 2.0 : 1.5);
        operation();
        say(std::to_string(std::llround((MPI_Wtime() - 2.0) * 1e6)));
      },
      Watch::messages));
  std::vector<double> times;
  for (const int rank : {0, 1, 2, 3}) times.push_back(told_at(outcome, rank));
  return times;
}

std::vector<testing::Matcher<double>> about(const std::vector<double>& times_s) {
  std::vector<testing::Matcher<double>> matchers;
  for (const double time_s : times_s) matchers.push_back(testing::DoubleNear(time_s * 1e6, 1));
  return matchers;
}

TEST(Messages, AnAgreementIsOverForEachAsTheDecisionComesDown) {
  const auto agree = [] {
    int flag = 1;
    MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
  };
  EXPECT_THAT(back_at(agree), testing::ElementsAreArray(about({2 * hop_s, 3 * hop_s, send_s + 3 * hop_s, 4 * hop_s})));
}

TEST(Messages, AShrinkIsTwoAgreementsAndTheMakingOfACommunicator) {
  constexpr double making_s = 1e-3;
  const auto shrink = [] {
    MPI_Comm made = MPI_COMM_NULL;
    MPIX_Comm_shrink(MPI_COMM_WORLD, &made);
  };
  EXPECT_THAT(back_at(shrink), testing::ElementsAreArray(about({6 * hop_s + making_s, 7 * hop_s + making_s,
                                                                send_s + 7 * hop_s + making_s, 8 * hop_s + making_s})));
}

constexpr double of_daemon_s = 3e-5; // a message
constexpr double started_s = 0.02 + of_daemon_s + 1e-3 + 0.03;

double daemons_hop_s(double bytes) { return 2 * of_daemon_s + 2 * link_latency + bytes / link_bandwidth; }

/// One parent, whose daemon is the root of the tree and tells two others, the second a message's time later.
TEST(Messages, ASpawnGoesDownUpDownUpAndDownATreeOfDaemons) {
  Simulation simulation = simulation_of(
      1, [](int) {}, Watch::messages);
  simulation.program = in_mpi([](int) {
    MPI_Comm children = MPI_COMM_NULL;
    MPI_Comm_spawn("c", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
    say(std::to_string(MPI_Wtime() * 1e6));
  });
  simulation.child_program = in_mpi([](int) { say(std::to_string(MPI_Wtime() * 1e6)); });
  const Outcome outcome = simulate(simulation);
  const double addresses_known = started_s + of_daemon_s + daemons_hop_s(64) + send_s + of_daemon_s +
                                 daemons_hop_s(64 + 256) // the second's
                                 + of_daemon_s + daemons_hop_s(64 + 2 * 256);
  const double connects = addresses_known + of_daemon_s + receive_s + send_s + of_daemon_s + daemons_hop_s(64);
  EXPECT_NEAR(told_at(outcome, 0), (connects + 3 * of_daemon_s + receive_s) * 1e6, 1) << "after both messages";
  EXPECT_NEAR(told_at(outcome, 1), (connects + daemons_hop_s(64) + of_daemon_s + receive_s) * 1e6, 1);
  EXPECT_NEAR(told_at(outcome, 2), (connects + of_daemon_s + daemons_hop_s(64) + of_daemon_s + receive_s) * 1e6, 1);
}

TEST(Messages, ARefusedSpawnIsAnAnswer) {
  Simulation simulation = simulation_of(
      2,
      [](int) {
        MPI_Comm children = MPI_COMM_NULL;
        int codes[99];
        const int error = MPI_Comm_spawn("c", MPI_ARGV_NULL, 99, MPI_INFO_NULL, 1, MPI_COMM_WORLD, &children, codes);
        if (error == MPI_ERR_SPAWN) say(std::to_string(MPI_Wtime() * 1e6));
      },
      Watch::messages);
  const Outcome outcome = simulate(simulation);
  const double asked = 0.02 + of_daemon_s + daemons_hop_s(64);
  EXPECT_NEAR(told_at(outcome, 0), (asked + 2 * of_daemon_s + receive_s) * 1e6, 3);
  EXPECT_NEAR(told_at(outcome, 1), (asked + daemons_hop_s(64) + of_daemon_s + receive_s) * 1e6, 3);
}

/// Whichever node goes off, and whenever, the others return from the spawn as they do by the formula: without an error
/// once it is decided.
TEST(Messages, ASpawnOutlivesTheNodesThatTakePart) {
  const auto grow = [](Watch watch, int node, double when) {
    Simulation simulation = simulation_of(
        6,
        [](int) {
          MPI_Comm children = MPI_COMM_NULL;
          rest_until(1.0);
          say(word(
              MPI_Comm_spawn("c", MPI_ARGV_NULL, 3, MPI_INFO_NULL, 5, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE)));
        },
        watch);
    simulation.child_program = in_mpi([](int) { say("runs"); });
    simulation.nodes_off = {{when, node}};
    return simulate(simulation);
  };
  for (const int node : {0, 1, 2, 5, 6, 7, 8})
    for (double when = 1.0005; when < 1.06; when += 0.004) {
      SCOPED_TRACE("node " + std::to_string(node) + " at " + std::to_string(when));
      const Outcome outcome = grow(Watch::messages, node, when);
      EXPECT_FALSE(outcome.stood_still || outcome.crashed);
      const bool is_parents = node < 6;
      EXPECT_GE(outcome.count("success"), is_parents ? 5 : 6);
      EXPECT_GE(outcome.count("runs"), is_parents ? 3 : 2);
      EXPECT_EQ(outcome.count("success"), grow(Watch::heartbeat_ring, node, when).count("success"));
    }
}

/// A merge is one agreement, over the tree of all, and the making of a communicator.
TEST(Messages, AMergeIsAnAgreementOnAContext) {
  Simulation simulation = simulation_of(
      1, [](int) {}, Watch::messages);
  const auto merge = [](MPI_Comm other, int high) {
    rest_until(2.0);
    MPI_Comm merged = MPI_COMM_NULL;
    MPI_Intercomm_merge(other, high, &merged);
    say(std::to_string(std::llround((MPI_Wtime() - 2.0) * 1e6)));
  };
  simulation.program = in_mpi([merge](int) {
    MPI_Comm children = MPI_COMM_NULL;
    MPI_Comm_spawn("c", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
    merge(children, 0);
  });
  simulation.child_program = in_mpi([merge](int) {
    MPI_Comm parents = MPI_COMM_NULL;
    MPI_Comm_get_parent(&parents);
    merge(parents, 1);
  });
  const Outcome outcome = simulate(simulation);
  EXPECT_NEAR(told_at(outcome, 0), (hop_s + 1e-3) * 1e6, 1);
  EXPECT_NEAR(told_at(outcome, 1), (2 * hop_s + 1e-3) * 1e6, 1);
}

} // namespace
} // namespace daruma::mpi::test
