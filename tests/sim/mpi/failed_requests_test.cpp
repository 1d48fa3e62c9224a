// What calls on several requests say when one of them fails, what a request that waits for an acknowledgement is, and
// requests that nobody completed.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

namespace daruma::mpi::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr int dead = 1;
constexpr int tag = 7;

/// Process 1 dies at 0.5 s; the others run the program from 1 s on.
Outcome with_one_dead(int processes, const std::function<void(int)>& program) {
  Simulation simulation = simulation_of(processes, [program](int rank) {
    rest_until(1.0);
    program(rank);
  });
  simulation.kills.emplace(0.5, dead);
  return run(simulation);
}

void say_class_of(MPI_Comm*, int* code, ...) { say("told " + word(*code)); } // NOLINT(cert-dcl50-cpp): MPI's form

TEST(ErrorHandlers, OfCallsOnSeveralRequestsGetTheCodeOfTheOneThatFailed) {
  const Outcome outcome = with_one_dead(2, [](int) {
    static int values[2];
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(say_class_of, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int done = 0;
    int indices[2];
    for (int i = 0; i < 2; ++i) MPI_Irecv(values + i, 1, MPI_INT, dead, tag, MPI_COMM_WORLD, requests + i);
    if (MPI_Waitall(2, requests, statuses) == MPI_ERR_IN_STATUS) say("waitall");
    for (int i = 0; i < 2; ++i) MPI_Irecv(values + i, 1, MPI_INT, dead, tag, MPI_COMM_WORLD, requests + i);
    if (MPI_Waitsome(2, requests, &done, indices, statuses) == MPI_ERR_IN_STATUS) say("waitsome");
  });
  EXPECT_THAT(outcome.said_by(0), ElementsAre("told failed", "waitall", "told failed", "waitsome"));
}

TEST(Waitall, ComesBackWhenARequestFailsAndLeavesTheOthersUnderWay) {
  const Outcome outcome = with_one_dead(3, [](int rank) {
    int value = 0;
    if (rank == 2) { // is released by what rank 0 does then
      say("receive " + word(MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE)));
      return;
    }
    static int values[2];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    for (const int from : {1, 2}) MPI_Irecv(values, 1, MPI_INT, from, tag, MPI_COMM_WORLD, requests + from - 1);
    if (MPI_Waitall(2, requests, statuses) == MPI_ERR_IN_STATUS) say("in status");
    say(word(statuses[0].MPI_ERROR));
    if (statuses[1].MPI_ERROR == MPI_ERR_PENDING) say("pending");
    if (requests[0] == MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL) say("one is under way");
    MPIX_Comm_revoke(MPI_COMM_WORLD);
    say(word(MPI_Wait(&requests[1], MPI_STATUS_IGNORE)));
  });
  EXPECT_THAT(outcome.said_by(0), ElementsAre("in status", "failed", "pending", "one is under way", "revoked"));
  EXPECT_THAT(outcome.said_by(2), ElementsAre("receive revoked"));
}

TEST(Waitall, OfWhatNobodyHarmsWaitsForAll) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int rank) {
                                  int values[2] = {rank, 0};
                                  if (rank > 0) {
                                    rest_until(rank);
                                    MPI_Send(values, rank, MPI_INT, 0, tag, MPI_COMM_WORLD);
                                    return;
                                  }
                                  MPI_Request requests[2];
                                  MPI_Status statuses[2];
                                  static int got[2][1];
                                  for (int i = 0; i < 2; ++i) // of rank 2 come two, and there is room for one
                                    MPI_Irecv(got[i], 1, MPI_INT, i + 1, tag, MPI_COMM_WORLD, requests + i);
                                  MPI_Waitall(2, requests, statuses);
                                  say(word(statuses[0].MPI_ERROR));
                                  if (statuses[1].MPI_ERROR == MPI_ERR_TRUNCATE) say("truncated");
                                }))
                  .said_by(0),
              ElementsAre("success", "truncated"));
}

/// Receives from any source by polling, acknowledging what fails; `test` sets the flag and returns an error class.
void poll_for_a_message(const std::function<int(MPI_Request*, int*)>& test) {
  int value = 0;
  int flag = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
  while (!flag) {
    const int error = test(&request, &flag);
    if (error == MPI_SUCCESS) continue;
    say((error == MPIX_ERR_PROC_FAILED_PENDING ? "pending " : "error ") + std::to_string(flag));
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
  }
  say(std::to_string(value));
}

TEST(AReceiveThatWaitsForAnAcknowledgement, IsNotComplete) {
  const std::function<int(MPI_Request*, int*)> tests[] = {
      [](MPI_Request* request, int* flag) { return MPI_Test(request, flag, MPI_STATUS_IGNORE); },
      [](MPI_Request* request, int* flag) { return MPI_Testall(1, request, flag, MPI_STATUSES_IGNORE); },
      [](MPI_Request* request, int* flag) {
        int index = 0;
        return MPI_Testany(1, request, &index, flag, MPI_STATUS_IGNORE);
      }};
  for (const auto& test : tests) {
    const Outcome outcome = with_one_dead(3, [&](int rank) {
      if (rank == 0) return poll_for_a_message(test);
      rest_until(1.01);
      const int value = 42;
      MPI_Send(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    });
    EXPECT_THAT(outcome.said_by(0), ElementsAre("pending 0", "42"));
  }
}

TEST(ARequestOfTheDead, ThatIsOpenAtTheEndIsAWarning) {
  const auto leave_a_request_open = [](int rank) {
    static int value;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) MPI_Irecv(&value, 1, MPI_INT, dead, tag, MPI_COMM_WORLD, &request);
  };
  Simulation simulation = simulation_of(3, [&](int rank) {
    if (rank == 1) die("by itself"); // at the instant at which rank 0 comes to its end
    leave_a_request_open(rank);
  });
  simulation.profile = profile_with(Watch::on_communication);
  const auto is_warned = Contains(HasSubstr("warned 0: MPI_Finalize at simulation.c:10: 1 request is neither completed "
                                            "nor freed (MPI_Irecv from rank 1 with tag 7): call MPI_Wait"));
  EXPECT_THAT(run(simulation).told, is_warned);
  EXPECT_THAT(with_one_dead(3, leave_a_request_open).told, is_warned) << "though its owner knows of the death";
  const auto waits_for_anybody = [](int rank) {
    static int value;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
  };
  EXPECT_THAT(with_one_dead(3, waits_for_anybody).told, Not(Contains(HasSubstr("warned")))) << "as libraries do";
}

TEST(Agreement, MeetsWhetherMembersWaitForItOrNot) {
  for (const bool someone_dies : {false, true}) {
    Simulation simulation = simulation_of(4, [](int rank) {
      rest_until(1.0);
      int flag = rank == 2 ? 6 : 7;
      int done = 0;
      MPI_Request request = MPI_REQUEST_NULL;
      if (rank == 0) {
        MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request);
        while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      } else {
        MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
      }
      say(std::to_string(flag));
    });
    if (someone_dies) simulation.kills.emplace(0.5, dead);
    EXPECT_EQ(run(simulation).count("6"), someone_dies ? 3 : 4);
  }
}

TEST(Misuse, ThatTwoFindAtOnceEndsAll) {
  Simulation simulation = simulation_of(3, [](int rank) {
    int done = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    rest_until(1.0);
    if (rank == 1) {
      MPI_Ibarrier(MPI_COMM_WORLD, &request);
      while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    } else {
      rest_until(1.01);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  });
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_THAT(outcome.told, Contains(StartsWith("misused: ")).Times(1));
}

TEST(Aborting, ByTwoAtOnceEndsAll) {
  Simulation simulation = simulation_of(4, [](int rank) {
    int done = 0;
    rest_until(1.0);
    if (rank % 2 == 0) MPI_Abort(MPI_COMM_WORLD, rank);
    while (!done) MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
  });
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_THAT(outcome.told, Contains(StartsWith("aborted: ")).Times(1));
  EXPECT_THAT(outcome.told, Contains(StartsWith("died ")).Times(4));
}

} // namespace
} // namespace daruma::mpi::test
