// What no MPI could make sense of ends the simulation with a sentence that says who, in which call, where, and why.
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

namespace daruma::mpi::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

Outcome run(int processes, const std::function<void(int)>& program, const std::multimap<double, int>& kills = {}) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.profile = profile_with(Watch::perfect);
  simulation.program = program;
  simulation.kills = kills;
  Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  return outcome;
}

/// The one sentence about a misuse; empty if there was none.
std::string complaint(const Outcome& outcome) {
  for (const std::string& told : outcome.told)
    if (told.rfind("misused: ", 0) == 0) return told.substr(9);
  return "";
}

/// Two processes; process 1 sends 1000 bytes to process 0 again and again, which receives `received` of them.
std::string complaint_about_sending(int times, int received, bool is_synchronous = false) {
  Simulation simulation;
  simulation.processes = 2;
  simulation.profile = profile_with(Watch::perfect);
  simulation.backlog = Bytes(1 << 20);
  simulation.program = [=](int rank) {
    MPI_Init(nullptr, nullptr);
    std::vector<char> bytes(1000);
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; rank == 1 && i < times; ++i)
      is_synchronous ? MPI_Issend(bytes.data(), 1000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request)
                     : MPI_Send(bytes.data(), 1000, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < received; ++i)
      MPI_Recv(bytes.data(), 1000, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
  };
  return complaint(simulate(simulation));
}

TEST(Misuse, OfTheNetworkAsAStore) {
  const std::string told_off = complaint_about_sending(100'000, 0);
  EXPECT_THAT(told_off, HasSubstr("rank 1 (process 1) in MPI_Send at "));
  EXPECT_THAT(told_off, HasSubstr(": messages that no receive has asked for take 1MiB, and more are not kept; 835 of "
                                  "them are for job: rank 0 (process 0)")); // 2^20 / (1000 + 256), rounded up
  EXPECT_THAT(complaint_about_sending(100'000, 0, true), HasSubstr("; 4096 of them are for "));
}

TEST(Misuse, IsNoneWhereMessagesAreReceivedHoweverMany) {
  EXPECT_EQ(complaint_about_sending(800, 800), "");
  Simulation simulation;
  simulation.processes = 2;
  simulation.profile = profile_with(Watch::perfect);
  simulation.backlog = Bytes(1 << 20);
  simulation.program = [](int rank) {
    MPI_Init(nullptr, nullptr);
    std::vector<char> bytes(1000);
    for (int round = 0; round < 20; ++round) { // 100 wait at most, 2000 in all
      for (int i = 0; i < 100; ++i)
        rank == 1 ? MPI_Send(bytes.data(), 1000, MPI_CHAR, 0, 0, MPI_COMM_WORLD)
                  : MPI_Recv(bytes.data(), 1000, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    say("done");
  };
  const Outcome outcome = simulate(simulation);
  EXPECT_EQ(complaint(outcome), "");
  EXPECT_EQ(outcome.count("done"), 2);
}

TEST(Misuse, OfMpiBeforeItsBeginningAndAfterItsEnd) {
  EXPECT_EQ(complaint(run(2,
                          [](int rank) {
                            if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
                            rest_for(1);
                            say("still here");
                          })),
            "job: rank 1 (process 1) in MPI_Barrier at simulation.c:11: is called before MPI_Init");
  const Outcome late = run(2, [](int rank) {
    MPI_Init(nullptr, nullptr);
    if (rank == 1) MPI_Finalize();
    if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
    rest_for(1);
    say("still here");
  });
  EXPECT_EQ(complaint(late), "job: rank 1 (process 1) in MPI_Barrier at simulation.c:11: is called after MPI_Finalize");
  EXPECT_THAT(late.lines, IsEmpty());
  EXPECT_THAT(late.told, Not(Contains(StartsWith("aborted"))));
}

/// No MPI could complete it later, and all let the program end: it is told.
TEST(LeftBehind, AReceiveForWhichNothingComesIsToldAndCalledOff) {
  const Outcome outcome = run(2, in_mpi([](int rank) {
                                static int value = 0;
                                MPI_Request request = MPI_REQUEST_NULL;
                                if (rank == 0) MPI_Irecv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
                              }));
  EXPECT_EQ(complaint(outcome), "");
  EXPECT_THAT(outcome.told,
              Contains("warned 0: MPI_Finalize at simulation.c:10: 1 request is neither completed nor freed "
                       "(MPI_Irecv from rank 1 with tag 5): call MPI_Wait or MPI_Request_free before"));
}

TEST(LeftBehind, OfManyThreeAreNamed) {
  EXPECT_THAT(
      run(1, in_mpi([](int) {
            static int values[6] = {};
            MPI_Request requests[6];
            for (int i = 0; i < 5; ++i)
              MPI_Irecv(values + i, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, requests + i);
            MPI_Ibarrier(MPI_COMM_WORLD, requests + 5);
          }))
          .told,
      Contains(HasSubstr("6 requests are neither completed nor freed (MPI_Irecv from any rank with any tag, ")));
}

/// Others count on it: a barrier that one has begun and not waited for, and messages too large to be buffered.
TEST(LeftBehind, WhatIsUnderWayComesToItsEnd) {
  constexpr int large = 1 << 20;
  const Outcome outcome = run(3, in_mpi([](int rank) {
                                static char sent[large];
                                static char got[large];
                                static char early = 0;
                                MPI_Request request = MPI_REQUEST_NULL;
                                if (rank == 0) {
                                  sent[large - 1] = 'x';
                                  MPI_Isend(sent, large, MPI_CHAR, 1, 5, MPI_COMM_WORLD, &request);
                                  MPI_Irecv(&early, 1, MPI_CHAR, 2, 6, MPI_COMM_WORLD, &request);
                                }
                                if (rank == 2) MPI_Send(&early, 1, MPI_CHAR, 0, 6, MPI_COMM_WORLD);
                                MPI_Ibarrier(MPI_COMM_WORLD, &request);
                                if (rank == 0) return;
                                MPI_Wait(&request, MPI_STATUS_IGNORE);
                                rest_for(1);
                                if (rank == 2) return;
                                MPI_Recv(got, large, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                say(std::string("got ") + got[large - 1]);
                              }));
  EXPECT_EQ(complaint(outcome), "");
  EXPECT_THAT(outcome.lines, testing::ElementsAre(testing::Field(&Line::text, "got x")));
}

TEST(Misuse, NotByAReceiveInACommunicatorThatIsFreed) {
  const Outcome outcome = run(2, in_mpi([](int) {
                                static int value = 0;
                                MPI_Comm own = MPI_COMM_NULL;
                                MPI_Request request = MPI_REQUEST_NULL;
                                MPI_Comm_dup(MPI_COMM_WORLD, &own);
                                MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 5, own, &request);
                                MPI_Comm_free(&own);
                              }));
  EXPECT_EQ(complaint(outcome), "");
  EXPECT_THAT(outcome.told, Contains(StartsWith("warned 0: MPI_Finalize at simulation.c:10: 1 request is neither")));
}

TEST(Misuse, NotByARequestThatIsOverAndOnlyNotWaitedFor) {
  const Outcome outcome = run(2, in_mpi([](int rank) {
                                int value = 0;
                                MPI_Request request = MPI_REQUEST_NULL;
                                if (rank == 0) MPI_Isend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
                                if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                              }));
  EXPECT_EQ(complaint(outcome), "");
  EXPECT_THAT(outcome.told,
              Contains(AllOf(StartsWith("warned 0: MPI_Finalize at simulation.c:10: 1 request is neither"),
                             HasSubstr("(MPI_Isend to rank 1 with tag 5)"))));
}

TEST(Misuse, NotByRequestsThatAreFreedInactiveOrLostToAFailure) {
  EXPECT_EQ(complaint(run(3, in_mpi([](int rank) {
                            static int values[8] = {};
                            MPI_Request request = MPI_REQUEST_NULL;
                            MPI_Send_init(values, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
                            MPI_Irecv(values + 1, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
                            MPI_Request_free(&request);
                            if (rank == 2) rest_until(9.0);
                            MPI_Irecv(values + 2 + rank, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, &request);
                            rest_until(2.0);
                          }),
                          {{1.0, 2}})),
            "");
}

TEST(Misuse, ByDifferentCollectives) {
  EXPECT_EQ(
      complaint(run(3, in_mpi([](int rank) {
                      int value = 0;
                      int sum = 0;
                      rest_until(rank);
                      MPI_Barrier(MPI_COMM_SELF);
                      if (rank == 1)
                        MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
                      else
                        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
                    }))),
      "job: rank 1 (process 1) in MPI_Reduce at simulation.c:11: is called with root 0 where rank 0 (process 0) called "
      "MPI_Bcast with root 0: all members of a communicator make the same collective calls in the same order");
  EXPECT_THAT(
      complaint(run(3, in_mpi([](int rank) {
                      int value = 0;
                      MPI_Barrier(MPI_COMM_WORLD);
                      rest_until(rank);
                      MPI_Bcast(&value, 1, MPI_INT, rank / 2, MPI_COMM_WORLD);
                    }))),
      HasSubstr("in MPI_Bcast at simulation.c:12: is called with root 1 where rank 0 (process 0) called MPI_Bcast with "
                "root 0"));
  EXPECT_THAT(complaint(run(2, in_mpi([](int rank) {
                              MPI_Comm made = MPI_COMM_NULL;
                              rest_until(rank);
                              if (rank == 0) MPI_Comm_dup(MPI_COMM_WORLD, &made);
                              if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
                            }))),
              HasSubstr("in MPI_Barrier at simulation.c:11: is called where rank 0 (process 0) called MPI_Comm_dup"));
  EXPECT_THAT(complaint(run(2, in_mpi([](int rank) {
                              MPI_Comm made = MPI_COMM_NULL;
                              int flag = 1;
                              rest_until(rank);
                              if (rank == 0) MPIX_Comm_shrink(MPI_COMM_WORLD, &made);
                              if (rank == 1) MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
                            }))),
              HasSubstr("in MPIX_Comm_agree at simulation.c:11: is called where other members"));
}

TEST(Misuse, IsFoundInNonBlockingCollectivesToo) {
  const Outcome outcome = run(2, in_mpi([](int rank) {
                                MPI_Comm made = MPI_COMM_NULL;
                                MPI_Request request = MPI_REQUEST_NULL;
                                int flag = 1;
                                rest_until(rank);
                                if (rank == 0) MPIX_Comm_ishrink(MPI_COMM_WORLD, &made, &request);
                                if (rank == 1) MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request);
                                MPI_Wait(&request, MPI_STATUS_IGNORE);
                                say("still here");
                              }));
  EXPECT_THAT(complaint(outcome), HasSubstr("in MPIX_Comm_iagree at simulation.c:11: is called where other members"));
  EXPECT_FALSE(outcome.stood_still);
  EXPECT_THAT(outcome.lines, IsEmpty());
}

TEST(Misuse, NotByThoseWhomAFailureLedElsewhere) {
  const Outcome outcome = run(4, in_mpi([](int rank) {
                                int value = 0;
                                int sum = 0;
                                if (rank == 3) rest_until(9.0);
                                rest_until(2.0);
                                if (rank == 1)
                                  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
                                else
                                  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
                                say("goes on");
                              }),
                              {{1.0, 3}});
  EXPECT_EQ(complaint(outcome), "");
  EXPECT_EQ(outcome.count("goes on"), 3);
}

TEST(Deadlock, SaysWhereEverybodyIs) {
  const Outcome outcome = run(2, in_mpi([](int rank) {
                                int value = 0;
                                MPI_Request request = MPI_REQUEST_NULL;
                                if (rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                MPI_Ibarrier(MPI_COMM_WORLD, &request);
                                MPI_Wait(&request, MPI_STATUS_IGNORE);
                              }));
  EXPECT_TRUE(outcome.stood_still);
  EXPECT_THAT(
      outcome.waits,
      testing::ElementsAre(
          "job: rank 0 (process 0) in MPI_Recv at simulation.c:10 waits for rank 1 (process 1), tag 5",
          "job: rank 1 (process 1) in MPI_Wait at simulation.c:11 waits for rank 0 (process 0) of the 2 members "
          "of its communicator",
          "job: rank 1 (process 1) in MPI_Ibarrier at simulation.c:11 waits for rank 0 (process 0)"));
}

/// What is said of who shrinks the first of two communicators of all, the second one, or waits for a message of rank 0.
std::vector<std::string> waits_of(const std::string& deeds) {
  return run(static_cast<int>(deeds.size()), in_mpi([&](int rank) {
               MPI_Comm two[2];
               MPI_Comm left = MPI_COMM_NULL;
               for (MPI_Comm& one : two) MPI_Comm_dup(MPI_COMM_WORLD, &one);
               const char deed = deeds[static_cast<std::size_t>(rank)];
               if (deed == 'm') MPI_Recv(nullptr, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
               MPIX_Comm_shrink(two[deed == '2'], &left);
             }))
      .waits;
}

TEST(Deadlock, SaysWhoHasNotComeWhereAllAreWaitedFor) {
  const std::string of_all = " of the 3 members of its communicator";
  EXPECT_THAT(
      waits_of("121"),
      testing::ElementsAre(
          "job: rank 0 (process 0) in MPIX_Comm_shrink at simulation.c:10 waits for rank 1 (process 1)" + of_all,
          "job: rank 1 (process 1) in MPIX_Comm_shrink at simulation.c:11 waits for rank 0 (process 0), rank 2 "
          "(process 2)" +
              of_all,
          "job: rank 2 (process 2) in MPIX_Comm_shrink at simulation.c:12 waits for rank 1 (process 1)" + of_all));
  EXPECT_THAT(waits_of("1mmmmm"),
              Contains(EndsWith("waits for rank 1 (process 1), rank 2 (process 2), rank 3 (process 3) "
                                "and 2 more of the 6 members of its communicator")));
}

} // namespace
} // namespace daruma::mpi::test
