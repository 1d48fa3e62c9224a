// Failures by the messages of their algorithms, held against sums done by hand, and against what they promise.
#include "tests/sim/mpi/survival.hpp"

#include "sim/core/random_stream.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <mpi-ext.h>

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

} // namespace
} // namespace daruma::mpi::test
