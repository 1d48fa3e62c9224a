// Ordinary MPI semantics: order of messages, wildcards, truncation, requests, probes, groups, communicators,
// and what spawned processes can do with their parents.
#include "sim/core/random_stream.hpp"
#include "sim/mpi/p2p/blank_memory.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <numeric>
#include <vector>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Outcome run(int processes, const std::function<void(int)>& program, const std::function<void(int)>& child = {}) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.program = in_mpi(program);
  if (child) simulation.child_program = in_mpi(child);
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  return outcome;
}

void send(int value, int to, int tag = 0, MPI_Comm comm = MPI_COMM_WORLD) {
  MPI_Send(&value, 1, MPI_INT, to, tag, comm);
}

/// "value from source with tag".
std::string receive(int source, int tag, MPI_Comm comm = MPI_COMM_WORLD) {
  int value = -1;
  MPI_Status status;
  MPI_Recv(&value, 1, MPI_INT, source, tag, comm, &status);
  return std::to_string(value) + " from " + std::to_string(status.MPI_SOURCE) + " with " +
         std::to_string(status.MPI_TAG);
}

TEST(Messages, DoNotOvertakeWhateverTheirSizeAndKind) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    constexpr int sizes[] = {100000, 1, 70000, 10, 0, 100000, 3};
                    std::vector<int> data(100000);
                    std::vector<MPI_Request> requests(7);
                    for (int i = 0; i < 7; ++i) {
                      auto& request = requests[static_cast<std::size_t>(i)];
                      if (rank == 0) MPI_Isend(data.data(), sizes[i], MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
                    }
                    if (rank == 0) MPI_Waitall(7, requests.data(), MPI_STATUSES_IGNORE);
                    for (int i = 0; rank == 1 && i < 7; ++i) {
                      MPI_Status status;
                      int count = -1;
                      const int source = i % 2 ? MPI_ANY_SOURCE : 0;
                      MPI_Recv(data.data(), 100000, MPI_INT, source, i % 3 ? MPI_ANY_TAG : 5, MPI_COMM_WORLD, &status);
                      MPI_Get_count(&status, MPI_INT, &count);
                      if (count != sizes[i]) say("message " + std::to_string(i) + " has " + std::to_string(count));
                    }
                  })
                  .lines,
              IsEmpty());
}

TEST(Messages, AreChosenByTagAndSource) {
  EXPECT_THAT(run(3,
                  [](int rank) {
                    if (rank > 0) send(rank * 10 + 1, 0, 1), send(rank * 10 + 2, 0, 2);
                    if (rank != 0) return;
                    rest_until(1);
                    say(receive(2, 2));
                    say(receive(1, MPI_ANY_TAG));
                    say(receive(MPI_ANY_SOURCE, 2));
                    say(receive(MPI_ANY_SOURCE, MPI_ANY_TAG));
                  })
                  .said_by(0),
              ElementsAre("22 from 2 with 2", "11 from 1 with 1", "12 from 1 with 2", "21 from 2 with 1"));
}

TEST(Messages, TooLongForTheirBufferAreCutAndReported) {
  for (const int count : {3, 100000})
    EXPECT_THAT(run(2,
                    [count](int rank) {
                      std::vector<int> out(static_cast<std::size_t>(count), 7);
                      int in[3] = {0, 0, 9};
                      if (rank == 0) MPI_Send(out.data(), count, MPI_INT, 1, 0, MPI_COMM_WORLD), send(5, 1);
                      if (rank == 0) return;
                      const int error = MPI_Recv(in, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                      say(error == MPI_ERR_TRUNCATE && in[1] == 7 && in[2] == 9 ? "cut" : "not cut");
                      say(receive(0, 0));
                    })
                    .said_by(1),
                ElementsAre("cut", "5 from 0 with 0"));
}

/// What the receiver of a blank message of ten numbers knows of it, who receives with room for `room`, in memory of its
/// own or in blank memory.
std::string blank_message(int room, bool into_blank) {
  const auto lines =
      run(2, [=](int rank) {
        constexpr int sent = 10;
        std::byte* const blank = blank_memory(static_cast<std::size_t>(sent) * sizeof(int));
        if (rank == 0) MPI_Send(blank, sent, MPI_INT, 1, 0, MPI_COMM_WORLD);
        if (rank == 0) return;
        std::vector<int> own(static_cast<std::size_t>(room), 7);
        MPI_Status status;
        int count = -1;
        const int error =
            MPI_Recv(into_blank ? static_cast<void*>(blank) : own.data(), room, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        const bool is_kept = own == std::vector<int>(own.size(), 7);
        say((error == MPI_ERR_TRUNCATE ? "cut to " : "") + std::to_string(count) + (is_kept ? "" : ", memory written"));
      }).said_by(1);
  return lines.empty() ? "" : lines.front();
}

TEST(Messages, OfBlankMemoryHaveTheirLengthAndWriteNothing) {
  for (const bool into_blank : {false, true}) {
    EXPECT_EQ(blank_message(10, into_blank), "10");
    EXPECT_EQ(blank_message(12, into_blank), "10");
    EXPECT_EQ(blank_message(4, into_blank), "cut to 4");
  }
}

TEST(Messages, OfBlankMemoryThatAreCopiedFirstWriteNothingEither) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    std::byte* const blank = blank_memory(16);
                    std::vector<int> own(4, 7);
                    std::vector<char> room(16 + MPI_BSEND_OVERHEAD);
                    MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
                    if (rank == 0) MPI_Bsend(blank, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
                    if (rank == 1) MPI_Recv(own.data(), 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    void* const both = rank == 0 ? static_cast<void*>(blank) : own.data();
                    MPI_Sendrecv_replace(both, 4, MPI_INT, 1 - rank, 1, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    void* detached = nullptr;
                    int size = 0;
                    MPI_Buffer_detach(static_cast<void*>(&detached), &size);
                    if (rank == 1) say(own == std::vector<int>(4, 7) ? "kept" : "written");
                  })
                  .said_by(1),
              ElementsAre("kept"));
}

TEST(Messages, IntoBlankMemoryCopyNothing) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    std::vector<int> data(100000, 5);
                    if (rank == 0) MPI_Send(data.data(), 100000, MPI_INT, 1, 0, MPI_COMM_WORLD), send(6, 1);
                    if (rank == 0) return;
                    MPI_Recv(blank_memory(400000), 100000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    say(receive(0, 0));
                  })
                  .said_by(1),
              ElementsAre("6 from 0 with 0"));
}

TEST(Messages, OfBlankMemoryTakeTheTimeOfOthers) {
  const auto end_of = [](bool is_blank) {
    return run(2,
               [is_blank](int rank) {
                 std::vector<std::byte> data(1000000);
                 void* const memory = is_blank ? blank_memory(data.size()) : data.data();
                 if (rank == 0) MPI_Send(memory, 1000000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
                 if (rank == 1) MPI_Recv(memory, 1000000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
               })
        .end_s;
  };
  EXPECT_GT(end_of(true), 1e-3);
  EXPECT_EQ(end_of(true), end_of(false));
}

TEST(Messages, ToNobodyAreNothing) {
  EXPECT_THAT(run(1,
                  [](int) {
                    int value = 4;
                    int flag = 0;
                    MPI_Status status;
                    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
                    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
                    int count = -1;
                    MPI_Get_count(&status, MPI_INT, &count);
                    MPI_Iprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
                    const bool nobody = status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG;
                    say(nobody && count == 0 && value == 4 && flag ? "nothing" : "something");
                  })
                  .said_by(0),
              ElementsAre("nothing"));
}

TEST(Messages, WithWrongArgumentsAreRefused) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    if (rank == 1) return;
                    int v = 0;
                    const bool refused = MPI_Send(&v, 1, MPI_INT, 2, 0, MPI_COMM_WORLD) == MPI_ERR_RANK &&
                                         MPI_Send(&v, -1, MPI_INT, 1, 0, MPI_COMM_WORLD) == MPI_ERR_COUNT &&
                                         MPI_Send(&v, 1, MPI_INT, 1, -5, MPI_COMM_WORLD) == MPI_ERR_TAG &&
                                         MPI_Send(&v, 1, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE &&
                                         MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_NULL) == MPI_ERR_COMM &&
                                         MPI_Bcast(&v, 1, MPI_INT, 2, MPI_COMM_WORLD) == MPI_ERR_ROOT;
                    say(refused ? "refused" : "taken");
                  })
                  .said_by(0),
              ElementsAre("refused"));
}

TEST(Requests, PersistentOnesStartAgain) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    int value = -1;
                    MPI_Request request = MPI_REQUEST_NULL;
                    if (rank == 0)
                      MPI_Ssend_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                    else
                      MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
                    MPI_Wait(&request, MPI_STATUS_IGNORE); // inactive: nothing to wait for
                    for (int i = 0; i < 3; ++i) {
                      if (rank == 0) value = i;
                      MPI_Startall(1, &request);
                      MPI_Wait(&request, MPI_STATUS_IGNORE);
                      if (value != i || request == MPI_REQUEST_NULL) say("wrong at " + std::to_string(i));
                    }
                    MPI_Request_free(&request);
                    if (request != MPI_REQUEST_NULL) say("not freed");
                  })
                  .lines,
              IsEmpty());
}

TEST(Requests, FreedSendsArriveBeforeTheSenderIsFinalized) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    static std::vector<int> sent(1 << 20, 7);
                    MPI_Request request = MPI_REQUEST_NULL;
                    if (rank == 0) {
                      MPI_Isend(sent.data(), 1 << 20, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                      MPI_Request_free(&request);
                      return;
                    }
                    rest_for(1);
                    std::vector<int> data(sent.size());
                    MPI_Recv(data.data(), 1 << 20, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    say(std::to_string(data.back()));
                  })
                  .said_by(1),
              ElementsAre("7"));
}

TEST(Requests, OutliveTheirDatatype) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    std::vector<int> data(1 << 17, rank == 0 ? 7 : 0);
                    MPI_Datatype every_second = MPI_DATATYPE_NULL;
                    MPI_Type_vector(1 << 16, 1, 2, MPI_INT, &every_second);
                    MPI_Type_commit(&every_second);
                    MPI_Request request = MPI_REQUEST_NULL;
                    if (rank == 0)
                      MPI_Isend(data.data(), 1, every_second, 1, 0, MPI_COMM_WORLD, &request);
                    else
                      MPI_Irecv(data.data(), 1, every_second, 0, 0, MPI_COMM_WORLD, &request);
                    MPI_Type_free(&every_second);
                    MPI_Wait(&request, MPI_STATUS_IGNORE);
                    if (rank == 1) say(std::to_string(data[0]) + std::to_string(data[1]) + std::to_string(data[2]));
                  })
                  .said_by(1),
              ElementsAre("707"));
}

TEST(Requests, CompleteInTheOrderOfTheirMessages) {
  EXPECT_THAT(run(4,
                  [](int rank) {
                    if (rank > 0) rest_until(4.0 - rank), send(rank, 0);
                    if (rank != 0) return;
                    int values[3];
                    int index = -1;
                    int flag = -1;
                    MPI_Request requests[3];
                    for (int i = 0; i < 3; ++i)
                      MPI_Irecv(&values[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
                    MPI_Testany(3, requests, &index, &flag, MPI_STATUS_IGNORE);
                    say(flag ? "early" : "none yet");
                    MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
                    say("any " + std::to_string(index));
                    rest_until(5);
                    int done = -1;
                    int indices[3] = {-1, -1, -1};
                    MPI_Testsome(3, requests, &done, indices, MPI_STATUSES_IGNORE);
                    say("some " + std::to_string(done) + ": " + std::to_string(indices[0]) +
                        std::to_string(indices[1]));
                    MPI_Waitsome(3, requests, &done, indices, MPI_STATUSES_IGNORE);
                    MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
                    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
                    say(done == MPI_UNDEFINED && index == MPI_UNDEFINED && flag ? "none left" : "some left");
                  })
                  .said_by(0),
              ElementsAre("none yet", "any 2", "some 2: 01", "none left"));
}

TEST(Requests, CancelledReceivesTakeNoMessage) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    if (rank == 0) rest_until(1), send(3, 1);
                    if (rank == 0) return;
                    int value = -1;
                    int cancelled = 0;
                    MPI_Request request = MPI_REQUEST_NULL;
                    MPI_Status status;
                    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
                    MPI_Cancel(&request);
                    MPI_Wait(&request, &status);
                    MPI_Test_cancelled(&status, &cancelled);
                    say(cancelled && value == -1 ? "cancelled" : "not cancelled");
                    say(receive(0, 0));
                  })
                  .said_by(1),
              ElementsAre("cancelled", "3 from 0 with 0"));
}

TEST(Requests, ProbesLookAndLeave) {
  EXPECT_THAT(run(2,
                  [](int rank) {
                    if (rank == 0) rest_until(1), send(3, 1, 8);
                    if (rank == 0) return;
                    int flag = -1;
                    int count = -1;
                    MPI_Status status;
                    MPI_Iprobe(0, 8, MPI_COMM_WORLD, &flag, &status);
                    say(flag ? "early" : "nothing yet");
                    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
                    MPI_Get_count(&status, MPI_INT, &count);
                    say(std::to_string(count) + " with " + std::to_string(status.MPI_TAG));
                    MPI_Iprobe(0, 9, MPI_COMM_WORLD, &flag, &status);
                    say(flag ? "wrong tag" : "not that");
                    say(receive(0, 8));
                  })
                  .said_by(1),
              ElementsAre("nothing yet", "1 with 8", "not that", "3 from 0 with 8"));
}

std::string ranks_in(MPI_Group group) {
  MPI_Group world = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int size = 0;
  MPI_Group_size(group, &size);
  std::string text;
  for (int i = 0; i < size; ++i) {
    int there = -1;
    MPI_Group_translate_ranks(group, 1, &i, world, &there);
    text += std::to_string(there);
  }
  return text;
}

TEST(Groups, AreSetsWithAnOrder) {
  EXPECT_THAT(run(6,
                  [](int rank) {
                    if (rank != 0) return;
                    MPI_Group world, a, b, made;
                    const int first[] = {4, 1, 3};
                    const int second[] = {3, 5, 1};
                    int ranges[][3] = {{0, 4, 2}, {5, 3, -2}};
                    int still[][3] = {{1, 2, 0}};
                    MPI_Comm_group(MPI_COMM_WORLD, &world);
                    MPI_Group_incl(world, 3, first, &a);
                    MPI_Group_incl(world, 3, second, &b);
                    MPI_Group_union(a, b, &made), say("union " + ranks_in(made));
                    MPI_Group_intersection(a, b, &made), say("intersection " + ranks_in(made));
                    MPI_Group_difference(a, b, &made), say("difference " + ranks_in(made));
                    MPI_Group_excl(world, 3, first, &made), say("excl " + ranks_in(made));
                    MPI_Group_range_incl(world, 2, ranges, &made), say("range " + ranks_in(made));
                    MPI_Group_range_excl(world, 2, ranges, &made), say("without range " + ranks_in(made));
                    say(MPI_Group_range_incl(world, 1, still, &made) == MPI_ERR_ARG ? "stride 0 refused"
                                                                                    : "stride 0 taken");
                    int result = -1;
                    MPI_Group_difference(a, a, &made);
                    MPI_Group_compare(made, MPI_GROUP_EMPTY, &result), say(result == MPI_IDENT ? "empty" : "not empty");
                    MPI_Group_compare(a, b, &result), say(result == MPI_UNEQUAL ? "unequal" : "equal");
                  })
                  .said_by(0),
              ElementsAre("union 4135", "intersection 13", "difference 4", "excl 025", "range 02453", "without range 1",
                          "stride 0 refused", "empty", "unequal"));
}

using RankList = std::vector<int>;

/// Some of `ranks`, in their order, or in any.
RankList some_of(RankList ranks, bool shuffled, RandomStream& random) {
  for (std::size_t i = ranks.size(); shuffled && i > 1; --i) std::swap(ranks[i - 1], ranks[random.below(i)]);
  const std::uint64_t kept = random.below(5); // of four: all at times, or none
  ranks.erase(std::remove_if(ranks.begin(), ranks.end(), [&](int) { return random.below(4) >= kept; }), ranks.end());
  return ranks;
}

bool is_in(const RankList& ranks, int rank) { return std::find(ranks.begin(), ranks.end(), rank) != ranks.end(); }

RankList those_in(const RankList& first, const RankList& second, bool common) {
  RankList chosen;
  for (int rank : first)
    if (is_in(second, rank) == common) chosen.push_back(rank);
  return chosen;
}

RankList followed_by(RankList first, const RankList& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The ranks of `of` in `in`.
RankList translated(MPI_Group of, MPI_Group in) {
  int size = 0;
  MPI_Group_size(of, &size);
  RankList own(static_cast<std::size_t>(size));
  std::iota(own.begin(), own.end(), 0);
  RankList there(own.size());
  MPI_Group_translate_ranks(of, size, own.data(), in, there.data());
  return there;
}

RankList places_of(const RankList& sought, const RankList& in) {
  RankList places;
  for (int rank : sought) {
    const auto found = std::find(in.begin(), in.end(), rank);
    places.push_back(found == in.end() ? MPI_UNDEFINED : static_cast<int>(found - in.begin()));
  }
  return places;
}

int comparison_of(const RankList& first, const RankList& second) {
  if (first == second) return MPI_IDENT;
  return first.size() == second.size() && those_in(first, second, false).empty() ? MPI_SIMILAR : MPI_UNEQUAL;
}

TEST(Groups, AreWhatListsOfRanksAre) {
  constexpr int processes = 12;
  const auto program = [](int rank) {
    if (rank != 5) return;
    RandomStream random(1, 0, "groups");
    RankList all(processes);
    std::iota(all.begin(), all.end(), 0);
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    const auto expect = [&](const char* what, MPI_Group made, const RankList& expected) {
      if (translated(made, world) != expected) say(what);
      MPI_Group_free(&made);
    };
    for (int round = 0; round < 400; ++round) {
      const RankList a = some_of(all, round % 2 != 0, random);
      const RankList b = some_of(random.below(8) == 0 ? a : all, round % 3 != 0, random);
      MPI_Group first, second, made;
      MPI_Group_incl(world, static_cast<int>(a.size()), a.data(), &first);
      MPI_Group_incl(world, static_cast<int>(b.size()), b.data(), &second);
      MPI_Group_union(first, second, &made), expect("union", made, followed_by(a, those_in(b, a, false)));
      MPI_Group_intersection(first, second, &made), expect("intersection", made, those_in(a, b, true));
      MPI_Group_difference(first, second, &made), expect("difference", made, those_in(a, b, false));
      MPI_Group_excl(world, static_cast<int>(a.size()), a.data(), &made), expect("excl", made, those_in(all, a, false));
      if (translated(first, second) != places_of(a, b)) say("translate_ranks");
      int own = -1, result = -1;
      MPI_Group_rank(first, &own);
      MPI_Group_compare(first, second, &result);
      if (own != places_of({rank}, a).front()) say("rank");
      if (result != comparison_of(a, b)) say("compare");
      expect("first", first, a), expect("second", second, b);
    }
    say("done");
  };
  EXPECT_THAT(run(processes, program).said_by(5), ElementsAre("done"));
}

TEST(Communicators, CompareAsTheirMembersAndContextsDo) {
  const Outcome outcome = run(4, [](int rank) {
    MPI_Comm copy, turned, half;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 3 ? MPI_UNDEFINED : rank % 2, 0, &half);
    int same, with_copy, with_turned, with_half = MPI_UNEQUAL, place = -1;
    MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &same);
    MPI_Comm_compare(MPI_COMM_WORLD, copy, &with_copy);
    MPI_Comm_compare(MPI_COMM_WORLD, turned, &with_turned);
    if (rank != 3) MPI_Comm_compare(MPI_COMM_WORLD, half, &with_half);
    MPI_Comm_rank(turned, &place);
    const bool right = same == MPI_IDENT && with_copy == MPI_CONGRUENT && with_turned == MPI_SIMILAR &&
                       with_half == MPI_UNEQUAL && place == 3 - rank && (half == MPI_COMM_NULL) == (rank == 3);
    // Equal tags on two communicators are different messages.
    if (rank == 0) send(1, 1, 0, copy), send(2, 1);
    if (rank == 1) say(receive(0, 0)), say(receive(0, 0, copy));
    if (!right) say("compared wrongly");
  });
  EXPECT_THAT(outcome.said_by(1), ElementsAre("2 from 0 with 0", "1 from 0 with 0"));
  EXPECT_EQ(outcome.lines.size(), 2u);
}

void meet_parents(int) {
  MPI_Comm parents = MPI_COMM_NULL;
  MPI_Comm merged = MPI_COMM_NULL;
  int rank = -1;
  int place = -1;
  MPI_Comm_get_parent(&parents);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  say(receive(rank, 0, parents)); // from the parent of the same rank
  send(100 + rank, 0, 1, parents);
  MPI_Intercomm_merge(parents, 0, &merged);
  MPI_Comm_rank(merged, &place);
  say("place " + std::to_string(place));
}

TEST(Intercommunicators, ConnectParentsWithChildrenAgainAndAgain) {
  const Outcome outcome = run(
      2,
      [](int rank) {
        for (int round = 0; round < 2; ++round) {
          MPI_Comm children, merged;
          int inter = 0, theirs = 0, ours = 0, place = -1;
          MPI_Comm_spawn("c", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 1, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
          MPI_Comm_test_inter(children, &inter);
          MPI_Comm_remote_size(children, &theirs);
          MPI_Comm_size(children, &ours);
          if (!inter || theirs != 2 || ours != 2) say("wrong intercommunicator");
          send(round * 10 + rank, rank, 0, children);
          if (rank == 0) say(receive(0, 1, children)), say(receive(MPI_ANY_SOURCE, 1, children));
          MPI_Intercomm_merge(children, 1, &merged); // the children say low: they come first
          MPI_Comm_rank(merged, &place);
          if (place != 2 + rank) say("place " + std::to_string(place));
          MPI_Comm_disconnect(&children);
        }
      },
      meet_parents);
  EXPECT_THAT(outcome.said_by(0),
              ElementsAre("100 from 0 with 1", "101 from 1 with 1", "100 from 0 with 1", "101 from 1 with 1"));
  EXPECT_THAT(outcome.said_by(1), IsEmpty());
  EXPECT_THAT(outcome.said_by(3), ElementsAre("1 from 1 with 0", "place 1"));
  EXPECT_THAT(outcome.said_by(4), ElementsAre("10 from 0 with 0", "place 0"));
}

TEST(Intercommunicators, ThatCannotBeHadAreRefused) {
  const Outcome outcome = run(2, [](int) {
    MPI_Comm children;
    int codes[99] = {};
    const int error = MPI_Comm_spawn("c", MPI_ARGV_NULL, 99, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes);
    say(error == MPI_ERR_SPAWN && children == MPI_COMM_NULL && codes[98] == MPI_ERR_SPAWN ? "refused" : "granted");
  });
  EXPECT_EQ(outcome.count("refused"), 2);
}

} // namespace
} // namespace daruma::mpi::test
