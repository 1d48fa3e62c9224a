// Processor time of messages and of collective operations, held against sums done by hand, to a nanosecond: the
// simulation's links have 1 GB/s and 2 us from host to host.
#include "sim/core/processor_time.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <string>
#include <vector>

namespace daruma::mpi::test {
namespace {

constexpr double us = 1e-6;
constexpr int eager = 800;
constexpr int large = 100'000;

void say_nanoseconds() { say(std::to_string(std::llround(MPI_Wtime() * 1e9)) + " ns"); }
std::string at(double time_us) { return std::to_string(std::llround(time_us * 1e3)) + " ns"; }

/// Of eager messages 0.3 us and a copy at 8 GB/s at the sender, 0.5 us and a copy at 4 GB/s at the receiver; of others
/// 0.7 us and 0.9 us. Of a copy within memory 0.1 us and 8 GB/s.
RuntimeProfile profile() {
  RuntimeProfile profile;
  profile.eager_limit = Bytes(65536);
  profile.send = {{Bytes(65536), {}, Seconds(0.3e-6), BytesPerSecond(8e9)}, {{}, {}, Seconds(0.7e-6), {}}};
  profile.receive = {{Bytes(65536), {}, Seconds(0.5e-6), BytesPerSecond(4e9)}, {{}, {}, Seconds(0.9e-6), {}}};
  profile.copy = {{{}, {}, Seconds(0.1e-6), BytesPerSecond(8e9)}};
  return profile;
}

Simulation costly_simulation_of(int processes, const std::function<void(int)>& program) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.profile = profile();
  simulation.program = [program](int rank) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    program(rank);
    MPI_Finalize();
  };
  return simulation;
}

std::vector<std::string> times(int of, int processes, const std::function<void(int)>& program) {
  return simulate(costly_simulation_of(processes, program)).said_by(of);
}

using testing::ElementsAre;

std::vector<char>& room() {
  static std::vector<char> bytes(large);
  return bytes;
}

void send(int size, int to, int tag = 0) { MPI_Send(room().data(), size, MPI_CHAR, to, tag, MPI_COMM_WORLD); }
int receive(int size, int from, int tag = 0) {
  return MPI_Recv(room().data(), size, MPI_CHAR, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
MPI_Request start_receive(int size, int from, int tag = 0) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(room().data(), size, MPI_CHAR, from, tag, MPI_COMM_WORLD, &request);
  return request;
}
int wait(MPI_Request& request) { return MPI_Wait(&request, MPI_STATUS_IGNORE); }

TEST(ProcessorTime, PingPongHasBothSidesOfBothMessages) {
  const auto ping_pong = [](int rank) {
    if (rank == 0) send(eager, 1);
    receive(eager, 1 - rank);
    if (rank == 1) send(eager, 0);
    say_nanoseconds();
  };
  const double way = 0.3 + 0.1 + 2.8 + 0.5 + 0.2;
  EXPECT_THAT(times(0, 2, ping_pong), ElementsAre(at(2 * way)));
  EXPECT_THAT(times(1, 2, ping_pong), ElementsAre(at(way + 0.4)));
}

TEST(ProcessorTime, TheSlowerSideSaysHowManyMessagesASecond) {
  constexpr int messages = 10;
  const auto stream = [](int rank) {
    std::vector<MPI_Request> requests(messages);
    for (MPI_Request& request : requests)
      if (rank == 0)
        MPI_Isend(nullptr, 0, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
      else
        request = start_receive(0, 0);
    MPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE);
    say_nanoseconds();
  };
  EXPECT_THAT(times(0, 2, stream), ElementsAre(at(messages * 0.3)));
  EXPECT_THAT(times(1, 2, stream), ElementsAre(at(0.3 + 2 + messages * 0.5)));
}

TEST(ProcessorTime, TheWayIsHiddenBehindComputingTheProcessorsPartIsNot) {
  const auto overlap = [](int rank) {
    MPI_Request request = rank == 0 ? MPI_REQUEST_NULL : start_receive(eager, 0);
    if (rank == 0) MPI_Isend(room().data(), eager, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
    rest_for(100 * us);
    wait(request);
    say_nanoseconds();
  };
  EXPECT_THAT(times(0, 2, overlap), ElementsAre(at(0.4 + 100)));
  EXPECT_THAT(times(1, 2, overlap), ElementsAre(at(100 + 0.7)));
}

/// Rank 0 sends one message and, at 50 us, another with tag 2.
void send_two(int first_size) {
  send(first_size, 1, 1);
  rest_until(50 * us);
  send(0, 1, 2);
}

TEST(ProcessorTime, AMessageThatWasExpectedIsReceivedWhileItsReceiverWaitsForAnother) {
  EXPECT_THAT(times(1, 2,
                    [](int rank) {
                      if (rank == 0) return send_two(eager);
                      MPI_Request first = start_receive(eager, 0, 1);
                      receive(0, 0, 2);
                      wait(first);
                      say_nanoseconds();
                    }),
              ElementsAre(at(50 + 0.3 + 2 + 0.5)));
}

TEST(ProcessorTime, AnUnexpectedOneThatItsReceiverSawIsCopiedBesides) {
  EXPECT_THAT(times(1, 2,
                    [](int rank) {
                      if (rank == 0) return send_two(eager);
                      receive(0, 0, 2);
                      receive(eager, 0, 1);
                      say_nanoseconds();
                    }),
              ElementsAre(at(50 + 0.3 + 2 + 0.5 + 0.1 + 0.1)));
}

TEST(ProcessorTime, AnUnexpectedOneDelaysWhatComesWhileItIsReceived) {
  EXPECT_THAT(times(1, 2,
                    [](int rank) {
                      if (rank == 0) {
                        send(20'000, 1, 1); // leaves at 2.8 us, is there at 24.8 us, has been received at 30.3 us
                        rest_until(25 * us);
                        return send(0, 1, 2); // is there at 27.3 us
                      }
                      receive(0, 0, 2);
                      say_nanoseconds();
                    }),
              ElementsAre(at(24.8 + 5.5 + 0.5)));
}

TEST(ProcessorTime, AnUnexpectedOneThatItsReceiverDidNotSeeIsNotCopiedBesides) {
  EXPECT_THAT(times(1, 2,
                    [](int rank) {
                      if (rank == 0) return send(eager, 1);
                      rest_for(100 * us);
                      receive(eager, 0);
                      say_nanoseconds();
                    }),
              ElementsAre(at(100 + 0.7)));
}

TEST(ProcessorTime, RendezvousWithoutACopyTakesWhatIsFixed) {
  const auto rendezvous = [](int rank) {
    if (rank == 0)
      send(large, 1);
    else
      receive(large, 0);
    say_nanoseconds();
  };
  EXPECT_THAT(times(1, 2, rendezvous), ElementsAre(at(0.7 + 102 + 0.9)));
  EXPECT_THAT(times(0, 2, rendezvous), ElementsAre(at(0.7 + 102 + 0.9))) << "who sends waits for the receiver";
}

TEST(ProcessorTime, ARendezvousEndsWhenItsReceiverLooks) {
  const auto busy = [](int rank) {
    if (rank == 0) {
      send(large, 1);
    } else {
      MPI_Request request = start_receive(large, 0);
      rest_for(200 * us);
      wait(request);
    }
    say_nanoseconds();
  };
  EXPECT_THAT(times(1, 2, busy), ElementsAre(at(200.9)));
  EXPECT_THAT(times(0, 2, busy), ElementsAre(at(200.9)));
}

TEST(ProcessorTime, TestsSpendIt) {
  EXPECT_THAT(times(1, 2,
                    [](int rank) {
                      if (rank == 0) return send(eager, 1);
                      MPI_Request request = start_receive(eager, 0);
                      rest_for(100 * us);
                      int flag = 0;
                      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
                      EXPECT_TRUE(flag);
                      say_nanoseconds();
                    }),
              ElementsAre(at(100 + 0.7)));
}

/// How much later rank `to` has a message of rank 0's than it would have without rules.
double later(int to, const ProcessorTimes& rules) {
  const auto time = [&](const ProcessorTimes& times) {
    Simulation simulation = costly_simulation_of(4, [to](int rank) {
      if (rank == 0) send(eager, to);
      if (rank == to) receive(eager, 0);
      if (rank == to) say_nanoseconds();
    });
    simulation.processes_on_a_host = 2;
    simulation.profile.send = {};
    simulation.profile.receive = times;
    return std::stod(simulate(simulation).said_by(to).at(0));
  };
  return time(rules) - time({});
}

TEST(ProcessorTime, WithinANodeItMayBeAnother) {
  const ProcessorTimes rules{{{}, true, Seconds(1e-6), BytesPerSecond(8e9)}, {{}, false, Seconds(5e-6), {}}};
  EXPECT_NEAR(later(1, rules), 1100, 1);
  EXPECT_NEAR(later(2, rules), 5000, 1);
}

// --- Collective operations

double end_us(Collective which, Algorithm algorithm, const std::function<void()>& call) {
  Simulation simulation = costly_simulation_of(2, [call](int) {
    call();
    say_nanoseconds();
  });
  simulation.profile.send = simulation.profile.receive = {};
  simulation.profile.combine = {{{}, {}, Seconds(1e-6), BytesPerSecond(2e9)}};
  simulation.profile.copy = {{{}, {}, Seconds(0), BytesPerSecond(4e9)}};
  CollectiveRule rule;
  rule.choice.algorithm = algorithm;
  simulation.profile.collectives[which] = {rule};
  return std::stod(simulate(simulation).lines.back().text) / 1e3;
}

TEST(ProcessorTime, ReductionsCombineAndCopy) {
  static std::vector<char> own(8000);
  static std::vector<char> result(8000);
  const auto reduce_in = [](void* from) {
    return [from] { MPI_Allreduce(from, result.data(), 8000, MPI_CHAR, MPI_BOR, MPI_COMM_WORLD); };
  };
  const double exchange_and_combine = 2 + 8 + 1 + 4;
  EXPECT_NEAR(end_us(Collective::allreduce, Algorithm::recursive_doubling, reduce_in(own.data())),
              2 + exchange_and_combine, 1e-3);
  EXPECT_NEAR(end_us(Collective::allreduce, Algorithm::recursive_doubling, reduce_in(MPI_IN_PLACE)),
              exchange_and_combine, 1e-3);
}

TEST(ProcessorTime, WhatARankHasForItselfIsCopied) {
  static std::vector<char> own(16'000);
  static std::vector<char> received(16'000);
  EXPECT_NEAR(
      end_us(Collective::allgather, Algorithm::ring,
             [] { MPI_Allgather(own.data(), 8000, MPI_CHAR, received.data(), 8000, MPI_CHAR, MPI_COMM_WORLD); }),
      2 + 2 + 8, 1e-3);
  EXPECT_NEAR(end_us(Collective::alltoall, Algorithm::pairwise,
                     [] { MPI_Alltoall(own.data(), 8000, MPI_CHAR, received.data(), 8000, MPI_CHAR, MPI_COMM_WORLD); }),
              2 + 2 + 8, 1e-3);
}

// --- Whoever waits in a call of MPI receives, whatever it waits for

TEST(Receiving, GoesOnInCallsThatNeedNoMessage) {
  const auto duplicate = [](int rank) {
    MPI_Request request = rank == 1 ? start_receive(large, 0) : MPI_REQUEST_NULL;
    if (rank == 0) send(large, 1);
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    wait(request);
    MPI_Comm_free(&copy);
    say_nanoseconds();
  };
  const Outcome outcome = simulate(costly_simulation_of(2, duplicate));
  EXPECT_FALSE(outcome.stood_still);
  EXPECT_THAT(outcome.said_by(1), ElementsAre(at(0.7 + 102 + 0.9)));
}

TEST(Receiving, GoesOnInProbes) {
  for (const bool waits : {true, false}) {
    const auto probe = [waits](int rank) {
      if (rank == 0) {
        send(large, 1, 1);
        send(0, 1, 2);
        return;
      }
      MPI_Request request = start_receive(large, 0, 1);
      for (int flag = 0; !flag;)
        if (waits)
          flag = MPI_Probe(0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        else
          MPI_Iprobe(0, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      receive(0, 0, 2);
      wait(request);
      say("done");
    };
    EXPECT_THAT(times(1, 2, probe), ElementsAre("done"));
  }
}

TEST(Receiving, SerialisesWhatSeveralSent) {
  const auto funnel = [](int rank) {
    if (rank > 0) return send(eager, 0);
    std::vector<MPI_Request> requests;
    for (int from = 1; from < 4; ++from) requests.push_back(start_receive(eager, from));
    MPI_Waitall(3, requests.data(), MPI_STATUSES_IGNORE);
    say_nanoseconds();
  };
  // The three share the link to rank 0: all are there after 0.4 us + 2 us + 2.4 us.
  EXPECT_THAT(times(0, 4, funnel), ElementsAre(at(4.8 + 3 * 0.7)));
}

TEST(Receiving, OfANonBlockingCollectiveGoesOnBesideTheProgram) {
  const auto broadcast = [](int rank) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(room().data(), eager, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    rest_for(100 * us);
    wait(request);
    if (rank == 1) say_nanoseconds();
  };
  EXPECT_THAT(times(1, 2, broadcast), ElementsAre(at(100)));
}

// --- Deaths

TEST(Receiving, ByTheDeadEndsInAnErrorOfTheSender) {
  Simulation simulation = costly_simulation_of(2, [](int rank) {
    if (rank == 1) {
      MPI_Request request = start_receive(large, 0);
      rest_for(1);
      wait(request);
    } else {
      say(std::to_string(MPI_Send(room().data(), large, MPI_CHAR, 1, 0, MPI_COMM_WORLD) == MPIX_ERR_PROC_FAILED));
    }
  });
  simulation.kills = {{0.5, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.stood_still);
  EXPECT_THAT(outcome.said_by(0), ElementsAre("1"));
}

TEST(Receiving, OfWhatTheDeadSentHappens) {
  for (const int size : {eager, large}) {
    Simulation simulation = costly_simulation_of(2, [size](int rank) {
      if (rank == 0) return send(size, 1), rest_for(10);
      MPI_Request request = start_receive(size, 0);
      rest_for(1);
      say(std::to_string(wait(request)));
    });
    simulation.kills = {{0.5, 0}};
    const Outcome outcome = simulate(simulation);
    EXPECT_FALSE(outcome.stood_still);
    EXPECT_THAT(outcome.said_by(1), ElementsAre("0"));
  }
}

TEST(Receiving, EndsWithTheReceiver) {
  Simulation simulation = costly_simulation_of(3, [](int rank) {
    if (rank == 0) return send(50'000, 1); // there at 6.55 us + 52 us, received at 71.6 us
    if (rank == 1) receive(0, 2);
  });
  simulation.kills = {{60 * us, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_THAT(outcome.told, testing::Contains("died 1"));
}

TEST(Receiving, OfACancelledReceiveDisturbsNobody) {
  const auto cancel = [](int rank) {
    if (rank == 0) return send(eager, 1);
    MPI_Request request = start_receive(eager, 0);
    rest_for(100 * us);
    MPI_Cancel(&request);
    MPI_Status status;
    MPI_Wait(&request, &status);
    say("done");
  };
  EXPECT_THAT(times(1, 2, cancel), ElementsAre("done"));
}

} // namespace
} // namespace daruma::mpi::test
