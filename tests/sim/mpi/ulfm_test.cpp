// What ULFM promises, call by call: local knowledge, wildcards, revocation, agreement, acknowledgement,
// error handlers. ULFM: Bland, Bouteiller, Herault, Bosilca, Dongarra, IJHPCA 2013, and its specification.
#include "tests/sim/mpi/survival.hpp"

#include <csetjmp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <stdexcept>
#include <vector>

namespace daruma::mpi::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int large = 200000; // bytes: rendezvous
constexpr int small = 100;    // bytes: eager

std::string in_words(int error) { return error == MPIX_ERR_PROC_FAILED_PENDING ? "pending" : word(error); }

int receive(int source, int size = large, MPI_Comm comm = MPI_COMM_WORLD) {
  std::vector<char> room(static_cast<std::size_t>(size));
  return MPI_Recv(room.data(), size, MPI_CHAR, source, 0, comm, MPI_STATUS_IGNORE);
}

int send(int to, int size = large, MPI_Comm comm = MPI_COMM_WORLD) {
  const std::vector<char> bytes(static_cast<std::size_t>(size));
  return MPI_Send(bytes.data(), size, MPI_CHAR, to, 0, comm);
}

/// How an agreement ended, and on what.
std::string agree_on(int flags) {
  const int error = MPIX_Comm_agree(MPI_COMM_WORLD, &flags);
  return word(error) + std::to_string(flags);
}

/// How a call on a request ended, and whether the request is still there.
std::string wait_for(MPI_Request& request, MPI_Status& status) {
  const int error = MPI_Wait(&request, &status);
  return in_words(error) + (request == MPI_REQUEST_NULL ? " gone" : " kept");
}

std::string test(MPI_Request& request, MPI_Status& status) {
  int flag = -1;
  const int error = MPI_Test(&request, &flag, &status);
  return in_words(error) + " " + std::to_string(flag) + (request == MPI_REQUEST_NULL ? " gone" : " kept");
}

/// The world ranks of a group, in its order.
std::vector<int> ranks_in(MPI_Group group) {
  MPI_Group world = MPI_GROUP_NULL;
  int size = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_size(group, &size);
  std::vector<int> own(static_cast<std::size_t>(size));
  std::vector<int> translated(own.size());
  for (int i = 0; i < size; ++i) own[static_cast<std::size_t>(i)] = i;
  MPI_Group_translate_ranks(group, size, own.data(), world, translated.data());
  MPI_Group_free(&world);
  MPI_Group_free(&group);
  return translated;
}

std::string list(const std::vector<int>& ranks) {
  std::string text;
  for (const int rank : ranks) text += std::to_string(rank) + " ";
  return text;
}

std::string known_failed() {
  MPI_Group failed = MPI_GROUP_NULL;
  MPIX_Comm_get_failed(MPI_COMM_WORLD, &failed);
  return list(ranks_in(failed));
}

std::string acknowledged() {
  MPI_Group failed = MPI_GROUP_NULL;
  MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &failed);
  return list(ranks_in(failed));
}

// --- Knowledge is local

TEST(Knowledge, OnlyWhoDependsOnTheDeadLearnsOfIt) {
  Simulation simulation = simulation_of(
      5,
      [](int rank) {
        if (rank == 0) say(word(receive(2)));
        if (rank == 1) rest_until(2.0), say(word(send(3)));
        if (rank == 3) say(word(receive(1)));
        if (rank == 4) rest_until(3.0), say(word(send(2)));
        if (rank == 2) rest_until(9.0);
        rest_until(5.0);
        say("knows " + known_failed());
      },
      Watch::on_communication);
  simulation.kills = {{1.0, 2}};
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(0), ElementsAre("failed", "knows 2 "));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("success", "knows "));
  EXPECT_THAT(outcome.said_by(3), ElementsAre("success", "knows "));
  EXPECT_THAT(outcome.said_by(4), ElementsAre("failed", "knows 2 "));
}

TEST(Knowledge, AnEagerSendToTheDeadSucceedsUntilItIsKnown) {
  Simulation simulation = simulation_of(3, [](int rank) {
    if (rank == 1) rest_until(9.0);
    rest_until(0.999);
    if (rank == 0) {
      say(word(send(1, small)));
      rest_until(2.0);
      say(word(send(1, small)));
    }
  });
  simulation.profile = profile_with(Watch::serial);
  simulation.kills = {{0.9985, 1}};
  EXPECT_THAT(simulate(simulation).said_by(0), ElementsAre("success", "failed"));
}

TEST(Knowledge, WhatTheDeadHadSentIsStillReceived) {
  Simulation simulation = simulation_of(2, [](int rank) {
    if (rank == 1) send(0, small), send(0, small), rest_until(9.0);
    rest_until(2.0);
    say("knows " + known_failed());
    for (int i = 0; i < 3; ++i) say(word(receive(1)));
  });
  simulation.kills = {{1.0, 1}};
  EXPECT_THAT(simulate(simulation).said_by(0), ElementsAre("knows 1 ", "success", "success", "failed"));
}

TEST(Knowledge, WhatWasOnItsWayFromANodeThatGoesOffIsLost) {
  for (const Watch watch : every_watch) {
    SCOPED_TRACE(name(watch));
    Simulation simulation = simulation_of(
        3,
        [](int rank) {
          if (rank == 1) rest_until(1.0), send(0, 50000), rest_until(9.0); // 52 us on the way
          rest_until(2.0);
          if (rank == 2) rest_until(4.0), send(0, small);
          if (rank != 0) return;
          say(word(receive(1)));
          int flag = 0;
          say(word(MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE)));
          if (flag) say("saw it");
          MPIX_Comm_failure_ack(MPI_COMM_WORLD);
          say(word(receive(MPI_ANY_SOURCE)));
        },
        watch);
    simulation.nodes_off = {{1.00002, 1}};
    const Outcome outcome = simulate(simulation);
    EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
    EXPECT_THAT(outcome.said_by(0), ElementsAre("failed", "failed", "success"));
  }
}

TEST(Knowledge, WhatIsLostStandsInNobodysWay) {
  Simulation simulation = simulation_of(3, [](int rank) {
    if (rank == 1) rest_until(1.0), send(0, 50000), rest_until(9.0);
    rest_until(2.0);
    if (rank == 2) rest_until(4.0), send(0, small);
    if (rank != 0) return;
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    int flag = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    say(flag ? "sees it" : "sees nothing");
    say(word(receive(MPI_ANY_SOURCE)));
  });
  simulation.nodes_off = {{1.00002, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  EXPECT_THAT(outcome.said_by(0), ElementsAre("sees nothing", "success"));
}

TEST(Knowledge, EverybodyHasItsOwnOrderOfFailures) {
  Simulation simulation = simulation_of(
      6,
      [](int rank) {
        if (rank == 2 || rank == 3) rest_until(9.0);
        rest_until(2.0);
        if (rank == 0) receive(2), receive(3);
        if (rank == 1) receive(3), receive(2);
        if (rank == 4) receive(3);
        rest_until(3.0);
        int count = 0;
        MPIX_Comm_ack_failed(MPI_COMM_WORLD, 1, &count);
        say("knows " + known_failed() + "of which " + acknowledged());
        say(agree_on(1));
        say("knows " + known_failed() + "of which " + acknowledged());
        MPIX_Comm_failure_ack(MPI_COMM_WORLD);
        say(agree_on(1) + " with " + acknowledged());
      },
      Watch::on_communication);
  simulation.kills = {{1.0, 2}, {1.5, 3}};
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(0),
              ElementsAre("knows 2 3 of which 2 ", "failed1", "knows 2 3 of which 2 ", "success1 with 2 3 "));
  EXPECT_THAT(outcome.said_by(1),
              ElementsAre("knows 3 2 of which 3 ", "failed1", "knows 3 2 of which 3 ", "success1 with 3 2 "));
  EXPECT_THAT(outcome.said_by(4),
              ElementsAre("knows 3 of which 3 ", "failed1", "knows 3 2 of which 3 ", "success1 with 3 2 "));
  EXPECT_THAT(outcome.said_by(5),
              ElementsAre("knows of which ", "failed1", "knows 2 3 of which ", "success1 with 2 3 "));
}

TEST(Knowledge, WhoIsSpawnedLaterKnowsOnlyWhatItHears) {
  Simulation simulation = simulation_of(3, [](int rank) {
    if (rank == 2) rest_until(9.0);
    rest_until(2.0);
    MPI_Comm all = MPI_COMM_NULL, some = MPI_COMM_NULL, inter = MPI_COMM_NULL, merged = MPI_COMM_NULL;
    MPIX_Comm_shrink(MPI_COMM_WORLD, &some);
    MPI_Comm_spawn("child", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, some, &inter, MPI_ERRCODES_IGNORE);
    MPI_Intercomm_merge(inter, 0, &merged);
    MPI_Comm_dup(merged, &all);
    if (rank == 1) rest_until(19.0);
    rest_until(12.0);
    say("knows " + known_failed() + word(MPI_Barrier(all)));
  });
  simulation.child_program = in_mpi([](int) {
    MPI_Comm all = MPI_COMM_NULL, inter = MPI_COMM_NULL, merged = MPI_COMM_NULL;
    MPI_Comm_get_parent(&inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    MPI_Intercomm_merge(inter, 1, &merged);
    MPI_Comm_dup(merged, &all);
    rest_until(12.0);
    int count = -1;
    MPIX_Comm_ack_failed(all, 9, &count);
    say("knows of " + std::to_string(count) + ": " + word(MPI_Barrier(all)));
  });
  simulation.kills = {{1.0, 2}, {10.0, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(0), ElementsAre("knows 2 1 failed"));
  EXPECT_THAT(outcome.said_by(3), ElementsAre("knows of 1: failed"));
}

TEST(Knowledge, FailuresAreAcknowledgedInTheOrderOfTheGroup) {
  Simulation simulation = simulation_of(5, [](int rank) {
    if (rank == 0) {
      rest_until(2.0);
      say("failed " + known_failed());
      int acked = -1;
      MPIX_Comm_ack_failed(MPI_COMM_WORLD, 0, &acked);
      say(std::to_string(acked) + ": " + acknowledged());
      MPIX_Comm_ack_failed(MPI_COMM_WORLD, 1, &acked);
      say(std::to_string(acked) + ": " + acknowledged());
      rest_until(4.0);
      say("failed " + known_failed());
      MPIX_Comm_failure_ack(MPI_COMM_WORLD);
      say(acknowledged());
      MPIX_Comm_ack_failed(MPI_COMM_WORLD, 1, &acked);
      say(std::to_string(acked) + ": " + acknowledged());
    }
    rest_until(5.0);
  });
  simulation.kills = {{1.0, 3}, {1.1, 1}, {3.0, 2}};
  EXPECT_THAT(simulate(simulation).said_by(0),
              ElementsAre("failed 3 1 ", "0: ", "1: 3 ", "failed 3 1 2 ", "3 1 2 ", "3: 3 1 2 "));
}

// --- Receives from any source

TEST(AnySource, BlockingReceiveFailsAndDoesSoUntilAcknowledged) {
  Simulation simulation = simulation_of(3, [](int rank) {
    if (rank == 0) {
      say(word(receive(MPI_ANY_SOURCE)));
      say(word(receive(MPI_ANY_SOURCE)));
      MPIX_Comm_failure_ack(MPI_COMM_WORLD);
      say(word(receive(MPI_ANY_SOURCE)));
    }
    if (rank == 1) rest_until(9.0);
    if (rank == 2) rest_until(2.0), send(0);
  });
  simulation.kills = {{1.0, 1}};
  EXPECT_THAT(simulate(simulation).said_by(0), ElementsAre("failed", "failed", "success"));
}

TEST(AnySource, PendingRequestStaysValidAndCompletesByALiveSender) {
  for (const int size : {small, large}) {
    Simulation simulation = simulation_of(4, [size](int rank) {
      if (rank == 0) {
        std::vector<char> room(large);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Status status;
        MPI_Irecv(room.data(), large, MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
        say(wait_for(request, status));
        say(test(request, status));
        MPIX_Comm_failure_ack(MPI_COMM_WORLD);
        say(test(request, status));
        say(wait_for(request, status));
        int count = 0;
        MPI_Get_count(&status, MPI_CHAR, &count);
        say("from " + std::to_string(status.MPI_SOURCE) + (count == size ? "" : " wrong size"));
      }
      if (rank == 1) rest_until(9.0);
      if (rank == 3) rest_until(2.0), send(0, size);
    });
    simulation.kills = {{1.0, 1}};
    EXPECT_THAT(simulate(simulation).said_by(0),
                ElementsAre("pending kept", "pending 0 kept", "success 0 kept", "success gone", "from 3"));
  }
}

TEST(AnySource, WaitallAndWaitsomeTellPendingFromFailedAndDone) {
  Simulation simulation = simulation_of(3, [](int rank) {
    if (rank == 1) rest_until(9.0);
    if (rank == 2) send(0, small);
    if (rank != 0) return;
    char room[3][small];
    MPI_Request requests[3];
    MPI_Status statuses[3];
    MPI_Irecv(room[0], small, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(room[1], small, MPI_CHAR, 2, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(room[2], small, MPI_CHAR, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &requests[2]);
    const int error = MPI_Waitall(3, requests, statuses);
    say(error == MPI_ERR_IN_STATUS ? "in status" : word(error));
    for (int i = 0; i < 3; ++i)
      say(in_words(statuses[i].MPI_ERROR) + (requests[i] == MPI_REQUEST_NULL ? " gone" : " kept"));
    int done = 0;
    int indices[3];
    MPI_Waitsome(3, requests, &done, indices, statuses);
    say(std::to_string(done) + " " + std::to_string(indices[0]) + " " + in_words(statuses[0].MPI_ERROR));
    MPI_Cancel(&requests[2]);
    say(word(MPI_Wait(&requests[2], statuses)));
  });
  simulation.kills = {{1.0, 1}};
  EXPECT_THAT(simulate(simulation).said_by(0),
              ElementsAre("in status", "failed gone", "success gone", "pending kept", "1 2 pending", "success"));
}

// --- Revocation

class Revoke : public testing::TestWithParam<std::size_t> {};

TEST_P(Revoke, InterruptsWhoIsBlocked) {
  const NamedCall& tested = calls()[GetParam()];
  Simulation simulation = simulation_of(4, [&tested](int rank) {
    if (rank == 0) {
      rest_until(1.5);
      MPIX_Comm_revoke(MPI_COMM_WORLD);
      say("revoked");
    } else {
      rest_until(1.0);
      const int error = tested.call({rank, 4, MPI_COMM_WORLD});
      const bool in_time = MPI_Wtime() < 1.5002 + 1e-5 + tested.between_looks; // two stages of 0.1 ms
      say(word(error) + (in_time ? "" : " too late"));
    }
    int flag = 0;
    rest_until(1.6);
    MPIX_Comm_is_revoked(MPI_COMM_WORLD, &flag);
    if (!flag) say("does not know");
    if (receive(0) != MPIX_ERR_REVOKED || MPI_Barrier(MPI_COMM_WORLD) != MPIX_ERR_REVOKED) say("goes on regardless");
  });
  const Outcome outcome = simulate(simulation);
  ASSERT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  EXPECT_EQ(outcome.lines.size(), 4u);
  for (const Line& line : outcome.lines) EXPECT_THAT(line.text, testing::AnyOf("revoked", "success"));
  EXPECT_GE(outcome.count("revoked"), 2);
}

std::vector<std::size_t> revocable_calls() {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < calls().size(); ++i)
    if (calls()[i].is_revocable) places.push_back(i);
  return places;
}

INSTANTIATE_TEST_SUITE_P(EveryCall, Revoke, testing::ValuesIn(revocable_calls()),
                         [](const auto& tested) { return std::string(calls()[tested.param].name); });

TEST(Revocation, LeavesAgreementShrinkAndOtherCommunicatorsAlone) {
  const Outcome outcome = simulate(simulation_of(4, [](int rank) {
    MPI_Comm other = MPI_COMM_NULL;
    MPI_Comm survivors = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    const int flags = 15 - (1 << rank);
    if (rank == 0) {
      rest_until(1.0);
      MPIX_Comm_revoke(MPI_COMM_WORLD);
      rest_until(2.0);
    }
    say(agree_on(flags));
    if (rank == 1) rest_until(3.0);
    say(word(MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors)));
    say(word(MPI_Barrier(survivors)) + word(MPI_Barrier(other)));
    int flag = 0;
    MPIX_Comm_is_revoked(other, &flag);
    if (flag) say("spread too far");
  }));
  EXPECT_EQ(outcome.count("success0"), 4);
  EXPECT_EQ(outcome.count("success"), 4);
  EXPECT_EQ(outcome.count("successsuccess"), 4);
  EXPECT_EQ(outcome.lines.size(), 12u);
}

TEST(Revocation, HidesMessagesThatAreThere) {
  const Outcome outcome = simulate(simulation_of(2, [](int rank) {
    if (rank == 0) {
      send(1, small);
      send(1, small);
      rest_until(1.0);
      MPIX_Comm_revoke(MPI_COMM_WORLD);
      return;
    }
    int flag = 0;
    char room[small];
    MPI_Message message = MPI_MESSAGE_NULL;
    rest_until(0.5);
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    rest_until(2.0);
    say(word(MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE)));
    say(word(MPI_Mrecv(room, small, MPI_CHAR, &message, MPI_STATUS_IGNORE)));
  }));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("revoked", "revoked"));
}

TEST(Revocation, SpreadsAlthoughTheRevokerDies) {
  Simulation simulation = simulation_of(4, [](int rank) {
    rest_until(1.0);
    if (rank == 0) MPIX_Comm_revoke(MPI_COMM_WORLD), rest_until(9.0);
    say(word(receive(rank == 3 ? 1 : 3)));
  });
  simulation.profile = profile_with(Watch::on_communication);
  simulation.kills = {{1.0001, 0}};
  EXPECT_EQ(simulate(simulation).count("revoked"), 3);
}

// --- Agreement

/// All but the dead agree at 2 s, process `careless` without having acknowledged.
Outcome agree_after_a_death(int careless, Watch watch) {
  Simulation simulation = simulation_of(
      5,
      [careless](int rank) {
        if (rank == 2) rest_until(9.0);
        if (rank == 4) rest_until(2.5);
        say(agree_on(rank == 3 ? 6 : 7));
        if (rank != careless) MPIX_Comm_failure_ack(MPI_COMM_WORLD);
        say(agree_on(rank == 1 ? 5 : 7));
      },
      watch);
  simulation.kills = {{1.0, 2}};
  return simulate(simulation);
}

TEST(Agreement, IsUniformAndFailsUntilAllHaveAcknowledged) {
  for (const Watch watch : every_watch) {
    SCOPED_TRACE(name(watch));
    Outcome outcome = agree_after_a_death(-1, watch);
    EXPECT_EQ(outcome.count("failed6"), 4);
    EXPECT_EQ(outcome.count("success5"), 4);
    outcome = agree_after_a_death(4, watch);
    EXPECT_EQ(outcome.count("failed6"), 4);
    EXPECT_EQ(outcome.count("failed5"), 4);
  }
}

TEST(Agreement, CountsWhatTheDeadHadContributed) {
  Simulation simulation = simulation_of(3, [](int rank) {
    if (rank == 0) rest_until(2.0);
    say(agree_on(rank == 1 ? 2 : 3));
  });
  simulation.kills = {{1.0, 1}};
  EXPECT_EQ(simulate(simulation).count("failed2"), 2);
}

// --- Errors and their handlers

TEST(Errors, HaveClassesAndTexts) {
  const Outcome outcome = simulate(simulation_of(1, [](int) {
    for (const int code :
         {+MPIX_ERR_PROC_FAILED, +MPIX_ERR_PROC_FAILED_PENDING, +MPIX_ERR_REVOKED, +MPI_ERR_TRUNCATE}) {
      int error_class = -1;
      int length = 0;
      char text[MPI_MAX_ERROR_STRING];
      MPI_Error_class(code, &error_class);
      MPI_Error_string(code, text, &length);
      say(std::string(text).substr(0, std::string(text).find(':')) + (error_class == code ? "" : " wrong class") +
          (static_cast<std::size_t>(length) == std::string(text).size() ? "" : " wrong length"));
    }
  }));
  EXPECT_THAT(outcome.said_by(0),
              ElementsAre("MPI_ERR_PROC_FAILED", "MPI_ERR_PROC_FAILED_PENDING", "MPI_ERR_REVOKED", "MPI_ERR_TRUNCATE"));
}

TEST(Errors, AreFatalUnlessTheProgramSaysOtherwise) {
  Simulation simulation = simulation_of(3, [](int rank) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    if (rank == 0) receive(1);
    rest_until(3.0);
    say("still here");
  });
  simulation.kills = {{1.0, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still);
  EXPECT_THAT(outcome.lines, IsEmpty());
  EXPECT_THAT(outcome.told, Contains(AllOf(HasSubstr("aborted: MPI_Recv"), HasSubstr("MPI_ERR_PROC_FAILED"))));
  EXPECT_THAT(outcome.told, Contains("died 2"));
}

void say_code(MPI_Comm* comm, int* code, ...) {
  int size = 0;
  MPI_Comm_size(*comm, &size);
  say("handler of " + std::to_string(size) + " " + word(*code));
}

TEST(Errors, ReachTheUsersHandlerOfTheirCommunicatorAndOfThoseMadeFromIt) {
  Simulation simulation = simulation_of(3, [](int rank) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(say_code, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm rest = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(copy, rank == 2, 0, &part);
    MPI_Errhandler_free(&handler);
    if (rank == 1) rest_until(9.0);
    if (rank == 2) return;
    say("back with " + word(receive(1)));
    say("back with " + word(MPI_Barrier(copy)));
    say("back with " + word(receive(1, large, part)));
    MPIX_Comm_shrink(part, &rest);
    say("back with " + std::to_string(send(5, small, rest) == MPI_ERR_RANK));
  });
  simulation.kills = {{1.0, 1}};
  EXPECT_THAT(simulate(simulation).said_by(0),
              ElementsAre("handler of 3 failed", "back with failed", "handler of 3 failed", "back with failed",
                          "handler of 2 failed", "back with failed",
                          "handler of 1 error " + std::to_string(MPI_ERR_RANK), "back with 1"));
}

struct Place {
  std::jmp_buf back;
};

void jump(MPI_Comm*, int*, ...) { std::longjmp(static_cast<Place*>(attachment())->back, 1); }
void throw_up(MPI_Comm*, int*, ...) { throw std::runtime_error("failed"); }

TEST(Errors, AHandlerMayJumpOutOfTheCall) {
  Simulation simulation = simulation_of(4, [](int rank) {
    Place place;
    attach(&place);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(jump, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (rank == 1) rest_until(9.0);
    volatile int jumps = 0;
    if (setjmp(place.back) != 0) jumps = jumps + 1;
    if (jumps < 100) {
      if (jumps % 3 == 0) MPI_Barrier(MPI_COMM_WORLD);
      if (jumps % 3 == 1) receive(1);
      if (jumps % 3 == 2) send(1);
    }
    say(std::to_string(jumps));
  });
  simulation.kills = {{1.0, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_EQ(outcome.count("100"), 3);
}

TEST(Errors, AHandlerMayThrowAndItsCatcherMayBlock) {
  Simulation simulation = simulation_of(4, [](int rank) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(throw_up, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (rank == 1) rest_until(9.0);
    for (int i = 0; i < 10; ++i) {
      try {
        receive(1);
        say("no exception");
      } catch (const std::runtime_error& error) {
        rest_for(0.1 * (rank + 1)); // the others throw and catch meanwhile
        if (error.what() != std::string("failed")) say("another exception");
      }
    }
    say("done");
  });
  simulation.kills = {{1.0, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_EQ(outcome.count("done"), 3);
  EXPECT_EQ(outcome.lines.size(), 3u);
}

} // namespace
} // namespace daruma::mpi::test
