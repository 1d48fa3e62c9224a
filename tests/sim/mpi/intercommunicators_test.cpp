// Intercommunicators: how they are made, collectives from one side to the other, and ULFM on both sides at once.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <numeric>

namespace daruma::mpi::test {
namespace {

using testing::Contains;
using testing::Each;
using testing::IsEmpty;

using Ints = std::vector<int>;

/// The first `left` world ranks on one side, the rest on the other. The caller's side, 0 or 1.
int connect(int left, MPI_Comm* inter, MPI_Comm* side_comm = nullptr) {
  int rank = 0;
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int side = rank >= left;
  MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
  const int error = MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : left, 9, inter);
  if (error != MPI_SUCCESS) say("not connected: " + word(error));
  if (side_comm) *side_comm = half;
  return side;
}

std::string shape(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return "none";
  int inter = 0;
  int here = 0;
  int there = 0;
  int rank = 0;
  MPI_Comm_test_inter(comm, &inter);
  MPI_Comm_size(comm, &here);
  MPI_Comm_rank(comm, &rank);
  if (inter) MPI_Comm_remote_size(comm, &there);
  return std::to_string(rank) + " of " + std::to_string(here) + (inter ? " with " + std::to_string(there) : "");
}

Ints numbered(int from, int count) {
  Ints made(static_cast<std::size_t>(count));
  std::iota(made.begin(), made.end(), from);
  return made;
}

void expect_equal(const Ints& got, const Ints& wanted, const char* call) {
  if (got != wanted)
    say(std::string(call) + " gave " + testing::PrintToString(got) + " instead of " + testing::PrintToString(wanted));
}

TEST(Intercommunicator, LinksTwoGroupsWhoseLeadersKnowEachOther) {
  const Outcome outcome = run(simulation_of(5, [](int) {
    MPI_Comm inter = MPI_COMM_NULL;
    const int side = connect(2, &inter);
    int rank = 0;
    MPI_Comm_rank(inter, &rank);
    int got = -1;
    if (side == 1) MPI_Send(&rank, 1, MPI_INT, rank % 2, 0, inter); // ranks 0 and 2 to 0, rank 1 to 1
    for (int i = 0; side == 0 && i < 2 - rank; ++i)
      MPI_Recv(&got, 1, MPI_INT, 2 * i + rank, 0, inter, MPI_STATUS_IGNORE);
    say(shape(inter) + (side ? "" : ", got " + std::to_string(got)));
  }));
  EXPECT_EQ(outcome.said_by(1), std::vector<std::string>{"1 of 2 with 3, got 1"});
  EXPECT_EQ(outcome.said_by(0), std::vector<std::string>{"0 of 2 with 3, got 2"});
  EXPECT_EQ(outcome.said_by(4), std::vector<std::string>{"2 of 3 with 2"});
}

TEST(Intercommunicator, KnowsWhoIsOnTheOtherSide) {
  const Outcome outcome = run(simulation_of(5, [](int) {
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Group there = MPI_GROUP_NULL;
    MPI_Group world = MPI_GROUP_NULL;
    connect(2, &inter);
    MPI_Comm_remote_group(inter, &there);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int size = 0;
    MPI_Group_size(there, &size);
    std::string ranks;
    for (int rank = 0; rank < size; ++rank) {
      int in_world = -1;
      MPI_Group_translate_ranks(there, 1, &rank, world, &in_world);
      ranks += std::to_string(in_world);
    }
    say(ranks);
    MPI_Group_free(&there);
    MPI_Group_free(&world);
  }));
  for (int rank = 0; rank < 5; ++rank)
    EXPECT_EQ(outcome.said_by(rank), std::vector<std::string>{rank < 2 ? "234" : "01"});
}

// --- Collectives: 2 processes on one side, 3 on the other; rank r of side s has 100 s + 10 r, ...

constexpr int sizes[] = {2, 3};

struct Sides {
  MPI_Comm inter;
  int side;
  int rank;
  int here() const { return sizes[side]; }
  int there() const { return sizes[1 - side]; }
  int value(int of_side, int of_rank) const { return 100 * of_side + 10 * of_rank; }
};

void run_collectives(const std::function<void(const Sides&)>& program) {
  const Outcome outcome = run(simulation_of(5, [&program](int) {
    Sides sides{MPI_COMM_NULL, 0, 0};
    sides.side = connect(2, &sides.inter);
    MPI_Comm_rank(sides.inter, &sides.rank);
    program(sides);
  }));
  for (const Line& line : outcome.lines) ADD_FAILURE() << "process " << line.process << ": " << line.text;
}

TEST(Intercommunicator, CollectivesWithARootGoFromOneSideToTheOther) {
  run_collectives([](const Sides& s) {
    for (int root_side = 0; root_side < 2; ++root_side)
      for (int root = 0; root < sizes[root_side]; ++root) {
        const bool is_root = s.side == root_side && s.rank == root;
        const bool is_other = s.side != root_side;
        const int role = is_other ? root : is_root ? MPI_ROOT : MPI_PROC_NULL;
        const int others = sizes[1 - root_side];
        const Ints untouched(static_cast<std::size_t>(others), -1);
        const int mine = s.value(s.side, s.rank);
        Ints every;
        for (int i = 0; i < others; ++i) every.push_back(s.value(1 - root_side, i));

        int news = is_root ? 42 : -1;
        MPI_Bcast(&news, 1, MPI_INT, role, s.inter);
        if (news != (is_root || is_other ? 42 : -1)) say("Bcast gave " + std::to_string(news));
        Ints got = untouched;
        MPI_Gather(&mine, 1, MPI_INT, got.data(), 1, MPI_INT, role, s.inter);
        expect_equal(got, is_root ? every : untouched, "Gather");
        int part = -1;
        MPI_Scatter(every.data(), 1, MPI_INT, &part, 1, MPI_INT, role, s.inter);
        if (part != (is_other ? mine : -1)) say("Scatter gave " + std::to_string(part));
        int sum = -1;
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, role, s.inter);
        if (sum != (is_root ? std::accumulate(every.begin(), every.end(), 0) : -1))
          say("Reduce gave " + std::to_string(sum));
        MPI_Request request = MPI_REQUEST_NULL;
        int later = is_root ? 43 : -1;
        MPI_Ibcast(&later, 1, MPI_INT, role, s.inter, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (later != (is_root || is_other ? 43 : -1)) say("Ibcast gave " + std::to_string(later));
      }
  });
}

TEST(Intercommunicator, CollectivesWithoutARootGiveEachSideWhatTheOtherHas) {
  run_collectives([](const Sides& s) {
    const int mine = s.value(s.side, s.rank);
    Ints theirs;
    for (int i = 0; i < s.there(); ++i) theirs.push_back(s.value(1 - s.side, i));
    const int their_sum = std::accumulate(theirs.begin(), theirs.end(), 0);
    int sum = -1;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, s.inter);
    if (sum != their_sum) say("Allreduce gave " + std::to_string(sum));
    Ints got(theirs.size(), -1);
    MPI_Allgather(&mine, 1, MPI_INT, got.data(), 1, MPI_INT, s.inter);
    expect_equal(got, theirs, "Allgather");

    Ints out;
    Ints in;
    for (int i = 0; i < s.there(); ++i) {
      out.push_back(1000 * mine + i);
      in.push_back(1000 * s.value(1 - s.side, i) + s.rank);
    }
    MPI_Alltoall(out.data(), 1, MPI_INT, got.data(), 1, MPI_INT, s.inter);
    expect_equal(got, in, "Alltoall");

    const Ints vector = numbered(mine, 6); // 6 elements: 3 for each of two, 2 for each of three
    const Ints counts(static_cast<std::size_t>(s.here()), 6 / s.here());
    Ints part(static_cast<std::size_t>(6 / s.here()));
    MPI_Reduce_scatter(vector.data(), part.data(), counts.data(), MPI_INT, MPI_SUM, s.inter);
    Ints wanted;
    for (int i = 0; i < 6 / s.here(); ++i) wanted.push_back(their_sum + s.there() * (s.rank * (6 / s.here()) + i));
    expect_equal(part, wanted, "Reduce_scatter");
    if (MPI_Comm_set_errhandler(s.inter, MPI_ERRORS_RETURN) != MPI_SUCCESS) say("no handler");
    if (MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, s.inter) != MPI_ERR_COMM) say("Scan taken");
  });
}

TEST(Intercommunicator, ABarrierWaitsForBothSides) {
  const Outcome outcome = run(simulation_of(5, [](int rank) {
    MPI_Comm inter = MPI_COMM_NULL;
    connect(2, &inter);
    const double begin = MPI_Wtime();
    rest_until(begin + rank);
    MPI_Barrier(inter);
    say(MPI_Wtime() >= begin + 4 ? "waited" : "went ahead");
  }));
  EXPECT_EQ(outcome.count("waited"), 5);
}

// --- Made from intercommunicators

TEST(Intercommunicator, IsDuplicatedComparedSplitAndCreatedFrom) {
  const Outcome outcome = run(simulation_of(6, [](int rank) {
    MPI_Comm inter, copy, parts, chosen;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group some = MPI_GROUP_NULL;
    const int first[] = {1};
    int same = -1;
    int alike = -1;
    connect(2, &inter);
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_compare(inter, inter, &same);
    MPI_Comm_compare(inter, copy, &alike);
    MPI_Comm_split(inter, rank % 2, 0, &parts); // 0 with 2, 4; 1 with 3, 5
    MPI_Comm_group(inter, &group);
    MPI_Group_incl(group, 1, first, &some);
    MPI_Comm_create(inter, some, &chosen);
    say(std::string(same == MPI_IDENT && alike == MPI_CONGRUENT ? "" : "compared wrongly ") + shape(copy) + "; " +
        shape(parts) + "; " + shape(chosen));
    MPI_Comm none = MPI_COMM_NULL;
    MPI_Comm_split(inter, rank < 2 ? 1 : 2, 0, &none);
    if (none != MPI_COMM_NULL) say("half an intercommunicator");
  }));
  EXPECT_EQ(outcome.said_by(0), std::vector<std::string>{"0 of 2 with 4; 0 of 1 with 2; none"});
  EXPECT_EQ(outcome.said_by(1), std::vector<std::string>{"1 of 2 with 4; 0 of 1 with 2; 0 of 1 with 1"});
  EXPECT_EQ(outcome.said_by(5), std::vector<std::string>{"3 of 4 with 2; 1 of 2 with 1; none"});
}

TEST(Groups, MakeCommunicatorsWithoutTheOthers) {
  const Outcome outcome = run(simulation_of(5, [](int rank) {
    const int even[] = {0, 2, 4};
    const int odd[] = {3, 1};
    MPI_Group world, group;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, rank % 2 ? 2 : 3, rank % 2 ? odd : even, &group);
    if (rank == 4) rest_until(1.0);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &made);
    say(shape(made) + (MPI_Wtime() >= 1.0 ? " late" : ""));
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &made);
    if (MPI_Barrier(made) != MPI_SUCCESS) say("cannot use it");
  }));
  EXPECT_EQ(outcome.said_by(4), std::vector<std::string>{"2 of 3 late"});
  EXPECT_EQ(outcome.said_by(0), std::vector<std::string>{"0 of 3 late"});
  EXPECT_EQ(outcome.said_by(3), std::vector<std::string>{"0 of 2"});
}

TEST(Groups, WithADeadMemberMakeNothingOthersDo) {
  Simulation simulation = simulation_of(5, [](int rank) {
    const int even[] = {0, 2, 4};
    const int odd[] = {3, 1};
    MPI_Group world, group;
    MPI_Comm made = MPI_COMM_NULL;
    if (rank == 4) rest_until(9.0);
    rest_until(rank == 2 ? 0.5 : 2.0); // before and after the death
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, rank % 2 ? 2 : 3, rank % 2 ? odd : even, &group);
    say(word(MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &made)));
  });
  simulation.kills = {{1.0, 4}};
  const Outcome outcome = run(simulation);
  EXPECT_EQ(outcome.count("failed"), 2);
  EXPECT_EQ(outcome.count("success"), 2);
}

// --- Under failure

TEST(Intercommunicator, AgreementGivesEachSideTheOthersFlags) {
  Simulation simulation = simulation_of(6, [](int rank) {
    MPI_Comm inter = MPI_COMM_NULL;
    const int side = connect(3, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    if (rank == 5) rest_until(9.0);
    rest_until(2.0);
    int flag = side ? 6 : rank == 1 ? 5 : 7;
    int error = MPIX_Comm_agree(inter, &flag);
    const std::string first = word(error) + std::to_string(flag);
    MPIX_Comm_failure_ack(inter);
    flag = side ? 6 : 7;
    error = MPIX_Comm_agree(inter, &flag);
    say(first + " " + word(error) + std::to_string(flag));
  });
  simulation.kills = {{1.0, 5}};
  const Outcome outcome = run(simulation);
  for (const int rank : {0, 1, 2}) EXPECT_THAT(outcome.said_by(rank), Each("failed6 success6"));
  for (const int rank : {3, 4}) EXPECT_THAT(outcome.said_by(rank), Each("failed5 success7"));
  EXPECT_EQ(outcome.lines.size(), 5u);
}

TEST(Intercommunicator, ShrinksOnBothSidesEvenToNobody) {
  for (const Watch watch : every_watch) {
    SCOPED_TRACE(name(watch));
    Simulation simulation = simulation_of(
        6,
        [](int rank) {
          MPI_Comm inter = MPI_COMM_NULL;
          MPI_Comm rest = MPI_COMM_NULL;
          const int side = connect(3, &inter);
          MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
          if (rank == 0 || rank == 4) rest_until(9.0);
          rest_until(1.5);
          if (rank == 1) MPIX_Comm_revoke(inter);
          MPIX_Comm_shrink(inter, &rest);
          int mine = 10 * side + rank;
          int sum = 0;
          const int error = MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, rest);
          say(shape(rest) + " " + word(error) + std::to_string(sum));
          if (side) rest_until(9.0); // and dies
          rest_until(4.0);
          MPI_Comm last = MPI_COMM_NULL;
          MPIX_Comm_shrink(rest, &last);
          say(shape(last));
        },
        watch);
    simulation.kills = {{1.0, 0}, {1.0, 4}, {3.0, 3}, {3.0, 5}};
    const Outcome outcome = run(simulation);
    EXPECT_THAT(outcome.said_by(1), testing::ElementsAre("0 of 2 with 2 success28", "0 of 2 with 0"));
    EXPECT_THAT(outcome.said_by(2), testing::ElementsAre("1 of 2 with 2 success28", "1 of 2 with 0"));
    EXPECT_THAT(outcome.said_by(5), testing::ElementsAre("1 of 2 with 2 success3"));
  }
}

TEST(Intercommunicator, AFailureOnEitherSideFailsItsCollectives) {
  for (const int victim : {1, 3}) {
    Simulation simulation = simulation_of(5, [victim](int rank) {
      MPI_Comm inter = MPI_COMM_NULL;
      connect(2, &inter);
      MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
      if (rank == victim) rest_until(9.0);
      int sum = 0;
      say(word(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter)));
      say(word(MPI_Barrier(inter)));
    });
    simulation.kills = {{1.0, victim}};
    const Outcome outcome = run(simulation);
    EXPECT_EQ(outcome.count("failed"), 8);
  }
}

TEST(Intercommunicator, RevocationReachesBothSides) {
  const Outcome outcome = run(simulation_of(5, [](int rank) {
    MPI_Comm inter = MPI_COMM_NULL;
    connect(2, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    if (rank == 4) rest_until(1.0), MPIX_Comm_revoke(inter);
    say(word(MPI_Barrier(inter)));
  }));
  EXPECT_EQ(outcome.count("revoked"), 5);
}

TEST(Spawn, WorksAfterFailuresAndSeveralTimes) {
  for (const Watch watch : every_watch) {
    SCOPED_TRACE(name(watch));
    Simulation simulation = simulation_of(
        4,
        [](int rank) {
          MPI_Comm comm = MPI_COMM_NULL;
          if (rank == 2) rest_until(9.0);
          rest_until(2.0);
          MPIX_Comm_shrink(MPI_COMM_WORLD, &comm);
          for (int round = 0; round < 3; ++round) {
            MPI_Comm children = MPI_COMM_NULL;
            MPI_Comm merged = MPI_COMM_NULL;
            const int error =
                MPI_Comm_spawn("c", MPI_ARGV_NULL, 1, MPI_INFO_NULL, round, comm, &children, MPI_ERRCODES_IGNORE);
            MPI_Intercomm_merge(children, 0, &merged);
            say(word(error) + " " + shape(children) + " " + shape(merged));
            MPI_Comm_disconnect(&children);
          }
        },
        watch);
    simulation.child_program = [](int) { be_child(); };
    simulation.kills = {{1.0, 2}};
    const Outcome outcome = run(simulation);
    EXPECT_THAT(outcome.said_by(0), testing::ElementsAre("success 0 of 3 with 1 0 of 4", "success 0 of 3 with 1 0 of 4",
                                                         "success 0 of 3 with 1 0 of 4"));
    EXPECT_THAT(outcome.told, Contains("returned 6"));
  }
}

TEST(Spawn, OfSeveralCommandsMakesOneWorld) {
  Simulation simulation = simulation_of(2, [](int) {
    char first[] = "first";
    char second[] = "second";
    char* commands[] = {first, second};
    int counts[] = {1, 2};
    int codes[] = {-1, -1, -1};
    MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Comm children = MPI_COMM_NULL;
    MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, infos, 1, MPI_COMM_WORLD, &children, codes);
    say(shape(children) + (codes[0] == MPI_SUCCESS && codes[2] == MPI_SUCCESS ? "" : " wrong codes"));
    counts[0] = 99;
    say(std::to_string(MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, infos, 1, MPI_COMM_WORLD, &children,
                                               MPI_ERRCODES_IGNORE) == MPI_ERR_SPAWN));
  });
  simulation.child_program = [](int) {
    MPI_Init(nullptr, nullptr);
    say(shape(MPI_COMM_WORLD));
    MPI_Finalize();
  };
  const Outcome outcome = run(simulation);
  EXPECT_THAT(outcome.said_by(0), testing::ElementsAre("0 of 2 with 3", "1"));
  EXPECT_THAT(outcome.said_by(4), testing::ElementsAre("2 of 3"));
}

TEST(Disconnect, WaitsForWhatIsUnderWay) {
  const Outcome outcome = run(simulation_of(2, [](int rank) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    static int got = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    const double begin = MPI_Wtime();
    if (rank == 0) {
      MPI_Irecv(&got, 1, MPI_INT, 1, 0, copy, &request);
      MPI_Comm_disconnect(&copy);
      say(MPI_Wtime() >= begin + 1 && got == 7 ? "waited" : "did not wait");
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      const int value = 7;
      rest_until(begin + 1);
      MPI_Send(&value, 1, MPI_INT, 0, 0, copy);
      MPI_Comm_disconnect(&copy);
    }
    if (copy != MPI_COMM_NULL) say("still there");
  }));
  EXPECT_THAT(outcome.said_by(0), testing::ElementsAre("waited"));
  EXPECT_THAT(outcome.said_by(1), IsEmpty());
}

/// Even and odd ranks find each other at the port that rank 0 has opened, each half led by its last.
int connect_halves(int rank, const char* port, MPI_Comm* inter) {
  MPI_Comm half = MPI_COMM_NULL;
  int size = 0;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Comm_size(half, &size);
  return rank % 2 == 0 ? MPI_Comm_accept(port, MPI_INFO_NULL, size - 1, half, inter)
                       : MPI_Comm_connect(port, MPI_INFO_NULL, size - 1, half, inter);
}

TEST(Ports, AreWhereGroupsFindEachOther) {
  EXPECT_THAT(run(simulation_of(5,
                                [](int rank) {
                                  char port[MPI_MAX_PORT_NAME] = "";
                                  if (rank == 0) {
                                    MPI_Open_port(MPI_INFO_NULL, port);
                                    MPI_Publish_name("meeting", MPI_INFO_NULL, port);
                                    if (MPI_Publish_name("meeting", MPI_INFO_NULL, port) != MPI_ERR_SERVICE)
                                      say("twice");
                                  }
                                  MPI_Barrier(MPI_COMM_WORLD);
                                  if (MPI_Lookup_name("meeting", MPI_INFO_NULL, port) != MPI_SUCCESS) say("not found");
                                  if (MPI_Lookup_name("another", MPI_INFO_NULL, port) != MPI_ERR_NAME) say("found");
                                  for (int round = 0; round < 2; ++round) {
                                    MPI_Comm inter = MPI_COMM_NULL;
                                    if (const int error = connect_halves(rank, port, &inter)) say(word(error));
                                    int sum = 0;
                                    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
                                    if (sum != (rank % 2 == 0 ? 4 : 6)) say(std::to_string(sum));
                                    MPI_Comm_disconnect(&inter);
                                  }
                                  MPI_Barrier(MPI_COMM_WORLD);
                                  if (rank == 0 && MPI_Unpublish_name("meeting", MPI_INFO_NULL, port) != MPI_SUCCESS)
                                    say("not taken back");
                                  if (rank == 0 && MPI_Close_port(port) != MPI_SUCCESS) say("not closed");
                                  MPI_Barrier(MPI_COMM_WORLD);
                                  MPI_Comm none = MPI_COMM_NULL;
                                  if (MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &none) != MPI_ERR_PORT)
                                    say("a closed port");
                                }))
                  .lines,
              testing::IsEmpty());
}

TEST(Ports, ThatAreNotThereAreAnErrorAtAll) {
  EXPECT_EQ(run(simulation_of(4,
                              [](int rank) {
                                MPI_Comm inter = MPI_COMM_NULL;
                                if (connect_halves(rank, "nowhere", &inter) == MPI_ERR_PORT) say("no port");
                              }))
                .count("no port"),
            4);
}

TEST(Ports, AreLeftByAGroupThatLosesAMember) {
  Simulation simulation = simulation_of(3, [](int rank) {
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm inter = MPI_COMM_NULL;
    if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
    rest_until(1.0);
    if (rank == 1) rest_until(3.0); // dies meanwhile, and nobody connects
    say(word(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter)));
    MPIX_Comm_revoke(MPI_COMM_WORLD);
  });
  simulation.kills.emplace(2.0, 1);
  const Outcome outcome = run(simulation);
  for (const int survivor : {0, 2})
    EXPECT_THAT(outcome.said_by(survivor), testing::ElementsAre(testing::AnyOf("failed", "revoked")));
}

} // namespace
} // namespace daruma::mpi::test
