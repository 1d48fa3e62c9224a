// When things happen, held against sums done by hand: detectors, propagation, the costs of recovery
// operations, connection set-up, and messages on the simulation's links (1 GB/s, 2 us from host to host).
#include "sim/core/random_stream.hpp"
#include "sim/mpi/p2p/blank_memory.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <array>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <vector>

namespace daruma::mpi::test {
namespace {

constexpr double route_latency_s = 2 * link_latency;
constexpr double refusal_s = 1e-6; ///< what a call that fails takes
constexpr double death_at = 1.0;

std::string microseconds(double time_s) { return std::to_string(std::llround(time_s * 1e6)) + " us"; }
void say_time() { say(microseconds(MPI_Wtime())); }

Simulation simulation_of(int processes, const std::function<void(int)>& program) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.program = [program](int rank) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    program(rank);
    MPI_Finalize();
  };
  return simulation;
}

// --- Detectors

/// Each survivor waits for each of the dead in turn, and says when it was told; ranks 1 to `deaths` die at once.
Simulation mourning(int processes, int deaths) {
  Simulation simulation = simulation_of(processes, [deaths](int rank) {
    std::vector<char> room(static_cast<std::size_t>(deaths));
    std::vector<MPI_Request> requests(static_cast<std::size_t>(deaths));
    if (rank >= 1 && rank <= deaths) rest_until(9.0);
    for (int i = 0; i < deaths; ++i)
      MPI_Irecv(&room[static_cast<std::size_t>(i)], 1, MPI_CHAR, i + 1, 0, MPI_COMM_WORLD,
                &requests[static_cast<std::size_t>(i)]);
    for (MPI_Request& request : requests) {
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      say_time();
    }
  });
  for (int i = 1; i <= deaths; ++i) simulation.kills.emplace(death_at, i);
  return simulation;
}

/// The simulation's jobs draw the phase of their detector from this stream, in periods.
double phase() { return RandomStream(1, 0, "detector/job/0").uniform(); }

TEST(Detector, PerfectTellsEverybodyAtOnce) {
  const Outcome outcome = simulate(mourning(5, 1));
  for (const int survivor : {0, 2, 3, 4})
    EXPECT_THAT(outcome.said_by(survivor), testing::ElementsAre(microseconds(death_at + refusal_s)));
}

TEST(Detector, SerialHandlesOneDeathPerPeriodAndNewsSpreadByTheLaw) {
  constexpr double period = 0.3;
  Simulation simulation = mourning(6, 3);
  simulation.profile.detector = {DetectorKind::serial, Seconds(7), Seconds(period), Seconds(0)};
  simulation.profile.propagation = {Seconds(1e-3), Seconds(2e-3), Seconds(4e-3)};
  const double first = (std::ceil(death_at / period - phase()) + phase()) * period;
  const double spread = 1e-3 + 3 * 2e-3 + 2 * 4e-3; // three survivors
  const Outcome outcome = simulate(simulation);
  std::vector<std::string> told;
  std::vector<std::string> spread_to;
  for (int i = 0; i < 3; ++i) {
    told.push_back(microseconds(first + i * period + refusal_s));
    spread_to.push_back(microseconds(first + i * period + spread + refusal_s));
  }
  EXPECT_EQ(outcome.said_by(0), told) << "the first survivor is the one whom the daemon tells";
  EXPECT_EQ(outcome.said_by(4), spread_to);
  EXPECT_EQ(outcome.said_by(5), spread_to);
}

TEST(Detector, OnCommunicationWaitsForItsTimeoutFromWhenItWasNeeded) {
  Simulation simulation = simulation_of(4, [](int rank) {
    char byte = 0;
    if (rank == 1) rest_until(9.0);
    if (rank == 2) rest_until(3.0);
    if (rank == 3) rest_until(1.1);
    MPI_Recv(&byte, 1, MPI_CHAR, rank == 3 ? MPI_ANY_SOURCE : 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say_time();
  });
  simulation.profile.detector = {DetectorKind::on_communication, Seconds(0), Seconds(0), Seconds(0.2)};
  simulation.kills = {{death_at, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(0), testing::ElementsAre(microseconds(death_at + 0.2 + refusal_s)));
  EXPECT_THAT(outcome.said_by(3), testing::ElementsAre(microseconds(1.1 + 0.2 + refusal_s)));
  EXPECT_THAT(outcome.said_by(2), testing::ElementsAre(microseconds(3.0 + 0.2 + refusal_s)));
}

TEST(Detector, HeartbeatsStopWithTheLastBeatBeforeTheDeath) {
  constexpr double period = 0.05;
  constexpr double timeout = 0.2;
  Simulation simulation = mourning(5, 1);
  simulation.profile.detector = {DetectorKind::heartbeat_ring, Seconds(period), Seconds(0), Seconds(timeout)};
  simulation.profile.propagation.per_stage = Seconds(1e-3);
  const double last_beat = (std::floor(death_at / period - phase()) + phase()) * period;
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(2), testing::ElementsAre(microseconds(last_beat + timeout + refusal_s)));
  for (const int survivor : {0, 3, 4})
    EXPECT_THAT(outcome.said_by(survivor), testing::ElementsAre(microseconds(last_beat + timeout + 2e-3 + refusal_s)));
}

TEST(Detector, AHeartbeatNeighbourDeadTooCostsAnotherTimeout) {
  constexpr double timeout = 0.2;
  Simulation simulation = mourning(6, 3); // 3 is found out by 4, then 2, then 1
  simulation.profile.detector = {DetectorKind::heartbeat_ring, Seconds(0.05), Seconds(0), Seconds(timeout)};
  const double last_beat = (std::floor(death_at / 0.05 - phase()) + phase()) * 0.05;
  const auto after = [&](int timeouts) { return microseconds(last_beat + timeouts * timeout + refusal_s); };
  EXPECT_THAT(simulate(simulation).said_by(4),
              testing::ElementsAre(after(3), microseconds(last_beat + 3 * timeout + 2 * refusal_s),
                                   microseconds(last_beat + 3 * timeout + 3 * refusal_s)));
}

// --- What operations cost

constexpr CostLaw law{Seconds(1e-3), Seconds(1e-4), Seconds(1e-2)};

/// fixed + per_process * n + per_stage * ceil(log2 n), by hand.
double lawful(int processes, int stages) { return 1e-3 + 1e-4 * processes + 1e-2 * stages; }

using Operation = std::function<void(MPI_Comm)>;

/// The last of `processes` begins the operation at 2 s; when they end it.
std::string end_of(const Operation& operation, int processes, const std::function<void(RuntimeProfile&)>& adjust) {
  Simulation simulation = simulation_of(processes, [&](int rank) {
    rest_until(rank == processes / 2 ? 2.0 : 1.5);
    operation(MPI_COMM_WORLD);
    say_time();
  });
  adjust(simulation.profile);
  const Outcome outcome = simulate(simulation);
  const std::string end = outcome.lines.empty() ? "never" : outcome.lines.front().text;
  return outcome.count(end) == processes ? end : "not together";
}

TEST(Cost, OperationsFollowTheirLawsAfterTheLastHasCome) {
  const std::vector<std::pair<int, int>> stages{{1, 0}, {2, 1}, {3, 2}, {5, 3}, {8, 3}, {9, 4}};
  for (const auto& [n, depth] : stages) {
    SCOPED_TRACE(n);
    const std::string expected = microseconds(2.0 + lawful(n, depth));
    MPI_Comm made = MPI_COMM_NULL;
    int flag = 0;
    EXPECT_EQ(end_of([&](MPI_Comm c) { MPIX_Comm_shrink(c, &made); }, n, [](auto& p) { p.shrink = law; }), expected);
    EXPECT_EQ(end_of([&](MPI_Comm c) { MPIX_Comm_agree(c, &flag); }, n, [](auto& p) { p.agreement = law; }), expected);
    EXPECT_EQ(end_of([&](MPI_Comm c) { MPI_Comm_split(c, 0, 0, &made); }, n, [](auto& p) { p.split = law; }), expected);
    EXPECT_EQ(end_of([&](MPI_Comm c) { MPI_Comm_dup(c, &made); }, n, [](auto& p) { p.split = law; }), expected);
  }
}

TEST(Cost, ShrinkWaitsForTheDetectorAndCountsTheOldSize) {
  Simulation simulation = simulation_of(5, [](int rank) {
    MPI_Comm made = MPI_COMM_NULL;
    if (rank == 1) rest_until(9.0);
    rest_until(1.01);
    MPIX_Comm_shrink(MPI_COMM_WORLD, &made);
    say_time();
  });
  simulation.profile.shrink = law;
  simulation.profile.detector = {DetectorKind::heartbeat_ring, Seconds(0.05), Seconds(0), Seconds(0.2)};
  simulation.kills = {{death_at, 1}};
  const double last_beat = (std::floor(death_at / 0.05 - phase()) + phase()) * 0.05;
  EXPECT_EQ(simulate(simulation).count(microseconds(last_beat + 0.2 + lawful(5, 3))), 4);
}

TEST(Cost, RevocationReachesAllByItsLawAndItsAuthorAtOnce) {
  Simulation simulation = simulation_of(5, [](int rank) {
    char byte = 0;
    rest_until(2.0);
    if (rank == 3) MPIX_Comm_revoke(MPI_COMM_WORLD);
    MPI_Recv(&byte, 1, MPI_CHAR, rank == 0 ? 1 : 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say_time();
  });
  simulation.profile.revoke = law;
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(3), testing::ElementsAre(microseconds(2.0 + refusal_s)));
  EXPECT_EQ(outcome.count(microseconds(2.0 + lawful(5, 3) + refusal_s)), 4);
}

TEST(Cost, SpawnCountsProcessesAndDistinctNodes) {
  Simulation simulation = simulation_of(2, [](int) {
    MPI_Comm inter = MPI_COMM_NULL;
    rest_until(2.0);
    MPI_Comm_spawn("c", MPI_ARGV_NULL, 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    say_time();
  });
  simulation.child_program = [](int) {
    say_time();
    MPI_Init(nullptr, nullptr);
    MPI_Finalize();
  };
  simulation.profile.spawn = {Seconds(0.1), Seconds(0.01), Seconds(0.001)};
  EXPECT_EQ(simulate(simulation).count(microseconds(2.0 + 0.1 + 3 * 0.01 + 3 * 0.001)), 5) << "one child per node";
}

TEST(Cost, ConnectionsOfANodeAreSetUpOneAfterTheOtherAndOnce) {
  constexpr double setup = 1e-3;
  static const auto meet_children = [](MPI_Comm merged, int rank) {
    char byte = 0;
    rest_until(3.0);
    for (int round = 0; round < 2; ++round) {
      if (rank == 0)
        for (int child = 2; child < 5; ++child) MPI_Send(&byte, 0, MPI_CHAR, child, 0, merged);
      if (rank >= 2) MPI_Recv(&byte, 0, MPI_CHAR, 0, 0, merged, MPI_STATUS_IGNORE), say_time();
      if (rank == 1 && round == 0) MPI_Send(&byte, 0, MPI_CHAR, 0, 1, merged); // neither of the two was spawned
      if (rank == 0 && round == 0) MPI_Recv(&byte, 0, MPI_CHAR, 1, 1, merged, MPI_STATUS_IGNORE), say_time();
      rest_until(4.0);
    }
  };
  Simulation simulation = simulation_of(2, [](int rank) {
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Comm merged = MPI_COMM_NULL;
    MPI_Comm_spawn("c", MPI_ARGV_NULL, 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    MPI_Intercomm_merge(inter, 0, &merged);
    meet_children(merged, rank);
  });
  simulation.child_program = [](int) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm parent = MPI_COMM_NULL;
    MPI_Comm merged = MPI_COMM_NULL;
    int rank = 0;
    MPI_Comm_get_parent(&parent);
    MPI_Intercomm_merge(parent, 1, &merged);
    MPI_Comm_rank(merged, &rank);
    meet_children(merged, rank);
    MPI_Finalize();
  };
  simulation.profile.connection_setup = Seconds(setup);
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(0), testing::ElementsAre(microseconds(3.0 + route_latency_s)));
  for (int child = 2; child < 5; ++child)
    EXPECT_THAT(outcome.said_by(child), testing::ElementsAre(microseconds(3.0 + (child - 1) * setup + route_latency_s),
                                                             microseconds(4.0 + route_latency_s)));
}

// --- Messages

double transfer_s(int size) { return route_latency_s + size / link_bandwidth; }

/// When the receiver has a message of `size` sent at `sent` to a receive posted at `posted`, and when the sender is
/// done.
std::pair<double, double> delivery(int size, double sent, double posted) {
  const Outcome outcome = simulate(simulation_of(2, [=](int rank) {
    std::vector<char> bytes(static_cast<std::size_t>(size) + 1);
    rest_until(rank == 0 ? sent : posted);
    if (rank == 0) MPI_Send(bytes.data(), size, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(bytes.data(), size, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.12f", MPI_Wtime());
    say(text.data());
  }));
  return {std::stod(outcome.said_by(1).front()), std::stod(outcome.said_by(0).front())};
}

TEST(Message, EagerLeavesAtOnceAndItsSenderDoesNotWait) {
  for (const int size : {0, 1, 1000, 65535})
    for (const double posted : {1.0, 1.00001, 2.0}) {
      SCOPED_TRACE(testing::Message() << size << " bytes, receive at " << posted);
      const auto [received, done] = delivery(size, 1.0, posted);
      EXPECT_NEAR(received, std::max(1.0 + transfer_s(size), posted), 1e-9);
      EXPECT_EQ(done, 1.0);
    }
}

TEST(Message, RendezvousLeavesWhenBothAreThere) {
  for (const int size : {65536, 1000000, 123456789})
    for (const auto& [sent, posted] : {std::pair{1.0, 1.0}, {1.0, 2.0}, {2.0, 1.0}}) {
      SCOPED_TRACE(testing::Message() << size << " bytes, sent at " << sent << ", receive at " << posted);
      const auto [received, done] = delivery(size, sent, posted);
      EXPECT_NEAR(received, std::max(sent, posted) + transfer_s(size), 1e-9);
      EXPECT_EQ(done, received);
    }
}

TEST(Message, FiveOnOneLinkTakeFiveTimesAsLong) {
  for (const int size : {50000, 10000000}) {
    const Outcome outcome = simulate(simulation_of(6, [size](int rank) {
      std::vector<char> bytes(static_cast<std::size_t>(size));
      if (rank > 0) {
        rest_until(1.0);
        MPI_Send(bytes.data(), size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        return;
      }
      std::array<MPI_Request, 5> requests{};
      std::vector<std::vector<char>> rooms(5, bytes);
      for (int i = 0; i < 5; ++i)
        MPI_Irecv(rooms[static_cast<std::size_t>(i)].data(), size, MPI_CHAR, i + 1, 0, MPI_COMM_WORLD,
                  &requests[static_cast<std::size_t>(i)]);
      MPI_Waitall(5, requests.data(), MPI_STATUSES_IGNORE);
      say_time();
    }));
    EXPECT_THAT(outcome.said_by(0),
                testing::ElementsAre(microseconds(1.0 + route_latency_s + 5 * size / link_bandwidth)));
  }
}

TEST(Message, BothDirectionsOfALinkDoNotDisturbEachOther) {
  constexpr int size = 10000000;
  const Outcome outcome = simulate(simulation_of(2, [](int rank) {
    std::vector<char> out(size);
    std::vector<char> in(size);
    rest_until(1.0);
    MPI_Sendrecv(out.data(), size, MPI_CHAR, 1 - rank, 0, in.data(), size, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    say_time();
  }));
  EXPECT_EQ(outcome.count(microseconds(1.0 + transfer_s(size))), 2);
}

// --- What a node sends at once

constexpr int piece = 100'000'000; // bytes; 100 ms on a link of its own

/// Rank 0 sends four pieces at once to ranks 1 to 4, and rank 5 one to rank 1; all say when they are done.
Simulation four_ways(int sends_at_once, bool with_rival) {
  Simulation simulation = simulation_of(6, [with_rival](int rank) {
    std::byte* const room = blank_memory(piece);
    std::vector<MPI_Request> requests;
    if (rank == 0)
      for (int to = 1; to <= 4; ++to) MPI_Isend(room, piece, MPI_CHAR, to, 0, MPI_COMM_WORLD, &requests.emplace_back());
    if (rank == 5 && with_rival) MPI_Isend(room, piece, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &requests.emplace_back());
    if (rank >= 1 && rank <= 4) MPI_Irecv(room, piece, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &requests.emplace_back());
    if (rank == 1 && with_rival) MPI_Irecv(room, piece, MPI_CHAR, 5, 0, MPI_COMM_WORLD, &requests.emplace_back());
    for (MPI_Request& request : requests) MPI_Wait(&request, MPI_STATUS_IGNORE); // also those behind one that fails
    say_time();
  });
  simulation.sends_at_once = sends_at_once;
  simulation.profile.eager_limit = Bytes(1);
  return simulation;
}

double ms_of(const Outcome& outcome, int process) { return std::stod(outcome.said_by(process).at(0)) / 1000; }

TEST(SendsAtOnce, OneAfterTheOtherEachHasTheLinkForItself) {
  const Outcome outcome = simulate(four_ways(1, false));
  for (const int to : {1, 2, 3, 4}) EXPECT_NEAR(ms_of(outcome, to), 100 * to, 0.1);
}

TEST(SendsAtOnce, WithoutLimitAllShareTheNodesLink) {
  const Outcome outcome = simulate(four_ways(0, false));
  for (const int to : {1, 2, 3, 4}) EXPECT_NEAR(ms_of(outcome, to), 400, 0.1);
}

/// The spare-node paper, section 5.2: where a node sends one message at a time, one of four that takes twice as long
/// makes all of them take 5/4.
TEST(SendsAtOnce, ACollisionOfOneOfFourCostsAQuarter) {
  const Outcome outcome = simulate(four_ways(1, true));
  EXPECT_NEAR(ms_of(outcome, 5), 200, 0.1) << "the link to rank 1 is shared for the first message";
  EXPECT_NEAR(ms_of(outcome, 0) / ms_of(simulate(four_ways(1, false)), 0), 5 / 4., 1e-3);
}

TEST(SendsAtOnce, TheDeathOfAReceiverMakesRoomForTheNext) {
  Simulation simulation = four_ways(1, false);
  simulation.kills.emplace(0.05, 1);
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_NEAR(ms_of(outcome, 4), 350, 0.1);
}

TEST(SendsAtOnce, WhatWaitsForANodeThatGoesOffIsLostAndTheRestGoesOn) {
  Simulation simulation = four_ways(1, false);
  simulation.nodes_off.emplace(0.05, 3);
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_NEAR(ms_of(outcome, 2), 200, 0.1);
  EXPECT_NEAR(ms_of(outcome, 4), 300, 0.1);
}

TEST(SendsAtOnce, TheSendersNodeGoingOffLosesAllThatWaits) {
  Simulation simulation = four_ways(1, false);
  simulation.nodes_off.emplace(0.05, 0);
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still);
}

} // namespace
} // namespace daruma::mpi::test
