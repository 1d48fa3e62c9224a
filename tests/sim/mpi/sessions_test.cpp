// Sessions: process sets, communicators made of groups alone, and what failures do to them.
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

/// Programs that never call MPI_Init.
Simulation alone(int processes, const std::function<void(int)>& program) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.program = program;
  return simulation;
}

MPI_Session open() {
  MPI_Session session = MPI_SESSION_NULL;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  return session;
}

MPI_Group set_of(MPI_Session session, const char* name) {
  MPI_Group group = MPI_GROUP_NULL;
  check(MPI_Group_from_session_pset(session, name, &group) == MPI_SUCCESS, name);
  return group;
}

TEST(Sessions, MakeACommunicatorOfAllWithoutInit) {
  EXPECT_THAT(run(alone(4,
                        [](int number) {
                          MPI_Session session = open();
                          MPI_Group world = set_of(session, "mpi://WORLD");
                          MPI_Comm comm = MPI_COMM_NULL;
                          int rank = -1;
                          int size = -1;
                          int sum = 0;
                          check(MPI_Comm_create_from_group(world, "test", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm) ==
                                    MPI_SUCCESS,
                                "not made");
                          MPI_Comm_rank(comm, &rank);
                          MPI_Comm_size(comm, &size);
                          check(rank == number && size == 4, "not all");
                          MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
                          check(sum == 6, "wrong sum");
                          MPI_Group_free(&world);
                          MPI_Comm_free(&comm);
                          check(MPI_Session_finalize(&session) == MPI_SUCCESS && session == MPI_SESSION_NULL, "open");
                        }))
                  .lines,
              IsEmpty());
}

TEST(Sessions, TellTheirProcessSets) {
  EXPECT_THAT(run(alone(3,
                        [](int) {
                          MPI_Session session = open();
                          int sets = 0;
                          MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets);
                          for (int i = 0; i < sets; ++i) {
                            int length = 0;
                            int flag = 0;
                            int members = 0;
                            char size[20];
                            MPI_Info info = MPI_INFO_NULL;
                            MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, nullptr);
                            std::vector<char> name(static_cast<std::size_t>(length));
                            MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name.data());
                            MPI_Session_get_pset_info(session, name.data(), &info);
                            MPI_Info_get(info, "mpi_size", 19, size, &flag);
                            MPI_Info_free(&info);
                            MPI_Group group = set_of(session, name.data());
                            MPI_Group_size(group, &members);
                            MPI_Group_free(&group);
                            say(name.data() + std::string(" ") + size + " " + std::to_string(members));
                          }
                          MPI_Group nobody = MPI_GROUP_NULL;
                          check(MPI_Group_from_session_pset(session, "mpi://NOBODY", &nobody) == MPI_ERR_ARG, "nobody");
                          check(nobody == MPI_GROUP_NULL, "a group of nobody");
                          MPI_Session_finalize(&session);
                        }))
                  .said_by(1),
              ElementsAre("mpi://WORLD 3 3", "mpi://SELF 1 1"));
}

TEST(Sessions, SeparateCommunicatorsOfOneGroupByTheirTags) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  MPI_Session session = open();
                                  MPI_Group all = set_of(session, "mpi://world");
                                  MPI_Comm first = MPI_COMM_NULL;
                                  MPI_Comm second = MPI_COMM_NULL;
                                  MPI_Comm none = MPI_COMM_WORLD;
                                  int out = rank;
                                  int in = -1;
                                  MPI_Comm_create_from_group(all, "first", MPI_INFO_NULL, MPI_ERRORS_RETURN, &first);
                                  MPI_Comm_create_from_group(all, "second", MPI_INFO_NULL, MPI_ERRORS_RETURN, &second);
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, second, &request);
                                  MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, first);
                                  out += 10;
                                  MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, second);
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                  check(in == 11 - rank, "one communicator");
                                  MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, first, MPI_STATUS_IGNORE);
                                  MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "x", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                                             &none);
                                  check(none == MPI_COMM_NULL, "a communicator of nobody");
                                  MPI_Session_finalize(&session);
                                }))
                  .lines,
              IsEmpty());
}

TEST(Sessions, MakeIntercommunicatorsOfTwoGroups) {
  EXPECT_THAT(run(alone(5,
                        [](int number) {
                          MPI_Session session = open();
                          MPI_Group all = set_of(session, "mpi://WORLD");
                          MPI_Group sides[2];
                          const int first[] = {0, 1};
                          const int second[] = {4, 3, 2};
                          MPI_Group_incl(all, 2, first, &sides[0]);
                          MPI_Group_incl(all, 3, second, &sides[1]);
                          const int own = number < 2 ? 0 : 1;
                          const int leaders[] = {1, 2};
                          MPI_Comm inter = MPI_COMM_NULL;
                          check(MPI_Intercomm_create_from_groups(sides[own], leaders[own], sides[1 - own],
                                                                 leaders[1 - own], "two", MPI_INFO_NULL,
                                                                 MPI_ERRORS_RETURN, &inter) == MPI_SUCCESS,
                                "not made");
                          int remote = -1;
                          int sum = 0;
                          MPI_Comm_remote_size(inter, &remote);
                          check(remote == (own == 0 ? 3 : 2), "wrong size");
                          MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, inter);
                          check(sum == (own == 0 ? 9 : 1), "wrong sum");
                          MPI_Session_finalize(&session);
                        }))
                  .lines,
              IsEmpty());
}

void count_session_errors(MPI_Session* session, int* error, ...) {
  check(*session != MPI_SESSION_NULL, "no session");
  say("session: " + std::to_string(*error == MPI_ERR_ARG));
}
void count_creation_errors(MPI_Comm*, int* error, ...) { say("creation: " + std::to_string(*error == MPI_ERR_GROUP)); }

TEST(Sessions, HaveErrorHandlersOfTheirOwn) {
  EXPECT_THAT(run(alone(1,
                        [](int) {
                          MPI_Session session = open();
                          MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
                          MPI_Errhandler found = MPI_ERRHANDLER_NULL;
                          MPI_Group nobody = MPI_GROUP_NULL;
                          MPI_Comm made = MPI_COMM_NULL;
                          MPI_Session_create_errhandler(count_session_errors, &handler);
                          MPI_Session_set_errhandler(session, handler);
                          MPI_Session_get_errhandler(session, &found);
                          check(found == handler, "another handler");
                          MPI_Group_from_session_pset(session, "x", &nobody);
                          MPI_Session_call_errhandler(session, MPI_ERR_ARG);
                          MPI_Comm_create_errhandler(count_creation_errors, &handler);
                          MPI_Comm_create_from_group(MPI_GROUP_NULL, "x", MPI_INFO_NULL, handler, &made);
                          check(MPI_Session_f2c(MPI_Session_c2f(session)) == session, "another session");
                          MPI_Session_finalize(&session);
                        }))
                  .said_by(0),
              ElementsAre("session: 1", "session: 1", "creation: 1"));
}

TEST(Sessions, LeftOpenAtTheEndAreADeath) {
  const Outcome outcome = simulate(alone(1, [](int) { open(); }));
  EXPECT_THAT(outcome.told, Contains(HasSubstr("died")));
}

TEST(Sessions, CallsWithoutOneAreAMisuseStill) {
  const Outcome outcome = simulate(alone(1, [](int) {
    MPI_Session session = open();
    MPI_Session_finalize(&session);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  }));
  EXPECT_THAT(outcome.told, Contains(HasSubstr("is called before MPI_Init")));
}

/// All but the dead come to make a communicator of all, whatever the detector: none of them waits for ever.
TEST(Sessions, DoNotWaitForTheDead) {
  for (const Watch watch : every_watch) {
    Simulation simulation = simulation_of(
        4,
        [](int rank) {
          MPI_Session session = open();
          MPI_Group all = set_of(session, "mpi://WORLD");
          MPI_Group sides[2];
          const int halves[2][2] = {{0, 1}, {2, 3}};
          for (int i = 0; i < 2; ++i) MPI_Group_incl(all, 2, halves[i], &sides[i]);
          MPI_Comm made = MPI_COMM_NULL;
          rest_until(rank == 2 ? 9.0 : 1.5);
          say(word(MPI_Comm_create_from_group(all, "all", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made)));
          check(made == MPI_COMM_NULL, "made");
          say(word(MPI_Intercomm_create_from_groups(sides[rank / 2], 0, sides[1 - rank / 2], 0, "two", MPI_INFO_NULL,
                                                    MPI_ERRORS_RETURN, &made)));
          MPI_Session_finalize(&session);
        },
        watch);
    simulation.kills = {{1.0, 2}};
    const Outcome outcome = run(simulation);
    for (const int living : {0, 1, 3})
      EXPECT_THAT(outcome.said_by(living), ElementsAre("failed", "failed")) << name(watch);
  }
}

} // namespace
} // namespace daruma::mpi::test
