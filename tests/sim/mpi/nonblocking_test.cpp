// Non-blocking collectives: the results of the blocking ones, any number at once, beside the program's own work;
// errors come with the request.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <numeric>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Ints = std::vector<int>;

Outcome run(int processes, const std::function<void(int)>& program, const std::multimap<double, int>& kills = {}) {
  Simulation simulation = simulation_of(processes, program);
  simulation.kills = kills;
  return run(simulation);
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

/// The same arguments for a call and its non-blocking form; `blocking` and `starting` write `size` ints.
void compare(const char* call, int size, const std::function<void(int*)>& blocking,
             const std::function<void(int*, MPI_Request*)>& starting) {
  Ints wanted(static_cast<std::size_t>(size), -1);
  Ints got = wanted;
  MPI_Request request = MPI_REQUEST_NULL;
  blocking(wanted.data());
  starting(got.data(), &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect_equal(got, wanted, call);
  if (request != MPI_REQUEST_NULL) say(std::string(call) + " leaves its request");
}

constexpr int n = 5;
constexpr int part = 3;

void compare_rooted(const Ints& own, int root) {
  const MPI_Comm w = MPI_COMM_WORLD;
  const Ints sizes{1, 0, 2, 3, 1};
  const Ints places{0, 2, 3, 6, 10};
  int rank = 0;
  MPI_Comm_rank(w, &rank);
  const int size = sizes[static_cast<std::size_t>(rank)];
  const int* o = own.data();
  const auto from_root = [&](int* b) {
    if (rank == root) std::copy(own.begin(), own.begin() + part, b);
  };
  compare(
      "Ibcast", part, [&](int* b) { from_root(b), MPI_Bcast(b, part, MPI_INT, root, w); },
      [&](int* b, MPI_Request* r) { from_root(b), MPI_Ibcast(b, part, MPI_INT, root, w, r); });
  compare(
      "Ireduce", part, [&](int* b) { MPI_Reduce(o, b, part, MPI_INT, MPI_SUM, root, w); },
      [&](int* b, MPI_Request* r) { MPI_Ireduce(o, b, part, MPI_INT, MPI_SUM, root, w, r); });
  compare(
      "Igather", n * part, [&](int* b) { MPI_Gather(o, part, MPI_INT, b, part, MPI_INT, root, w); },
      [&](int* b, MPI_Request* r) { MPI_Igather(o, part, MPI_INT, b, part, MPI_INT, root, w, r); });
  compare(
      "Igatherv", n * part,
      [&](int* b) { MPI_Gatherv(o, size, MPI_INT, b, sizes.data(), places.data(), MPI_INT, root, w); },
      [&](int* b, MPI_Request* r) {
        MPI_Igatherv(o, size, MPI_INT, b, sizes.data(), places.data(), MPI_INT, root, w, r);
      });
  compare(
      "Iscatter", part, [&](int* b) { MPI_Scatter(o, part, MPI_INT, b, part, MPI_INT, root, w); },
      [&](int* b, MPI_Request* r) { MPI_Iscatter(o, part, MPI_INT, b, part, MPI_INT, root, w, r); });
  compare(
      "Iscatterv", part,
      [&](int* b) { MPI_Scatterv(o, sizes.data(), places.data(), MPI_INT, b, size, MPI_INT, root, w); },
      [&](int* b, MPI_Request* r) {
        MPI_Iscatterv(o, sizes.data(), places.data(), MPI_INT, b, size, MPI_INT, root, w, r);
      });
}

void compare_equals(const Ints& own) {
  const MPI_Comm w = MPI_COMM_WORLD;
  const Ints counts(n, part);
  const Ints places{0, 3, 6, 9, 12};
  const Ints bytes{0, 12, 24, 36, 48};
  const std::vector<MPI_Datatype> types(n, MPI_INT);
  const int* o = own.data();
  const int* c = counts.data();
  const int* p = places.data();
  compare(
      "Iallgather", n * part, [&](int* b) { MPI_Allgather(o, part, MPI_INT, b, part, MPI_INT, w); },
      [&](int* b, MPI_Request* r) { MPI_Iallgather(o, part, MPI_INT, b, part, MPI_INT, w, r); });
  compare(
      "Iallgatherv", n * part, [&](int* b) { MPI_Allgatherv(o, part, MPI_INT, b, c, p, MPI_INT, w); },
      [&](int* b, MPI_Request* r) { MPI_Iallgatherv(o, part, MPI_INT, b, c, p, MPI_INT, w, r); });
  compare(
      "Ialltoall", n * part, [&](int* b) { MPI_Alltoall(o, part, MPI_INT, b, part, MPI_INT, w); },
      [&](int* b, MPI_Request* r) { MPI_Ialltoall(o, part, MPI_INT, b, part, MPI_INT, w, r); });
  compare(
      "Ialltoallv", n * part, [&](int* b) { MPI_Alltoallv(o, c, p, MPI_INT, b, c, p, MPI_INT, w); },
      [&](int* b, MPI_Request* r) { MPI_Ialltoallv(o, c, p, MPI_INT, b, c, p, MPI_INT, w, r); });
  compare(
      "Ialltoallw as Alltoall", n * part, [&](int* b) { MPI_Alltoall(o, part, MPI_INT, b, part, MPI_INT, w); },
      [&](int* b, MPI_Request* r) {
        MPI_Ialltoallw(o, c, bytes.data(), types.data(), b, c, bytes.data(), types.data(), w, r);
      });
  compare(
      "Alltoallw as Alltoall", n * part, [&](int* b) { MPI_Alltoall(o, part, MPI_INT, b, part, MPI_INT, w); },
      [&](int* b, MPI_Request*) {
        MPI_Alltoallw(o, c, bytes.data(), types.data(), b, c, bytes.data(), types.data(), w);
      });
}

void compare_reductions(const Ints& own) {
  const MPI_Comm w = MPI_COMM_WORLD;
  const int* o = own.data();
  compare(
      "Iallreduce", part, [&](int* b) { MPI_Allreduce(o, b, part, MPI_INT, MPI_SUM, w); },
      [&](int* b, MPI_Request* r) { MPI_Iallreduce(o, b, part, MPI_INT, MPI_SUM, w, r); });
  compare(
      "Iscan", part, [&](int* b) { MPI_Scan(o, b, part, MPI_INT, MPI_SUM, w); },
      [&](int* b, MPI_Request* r) { MPI_Iscan(o, b, part, MPI_INT, MPI_SUM, w, r); });
  compare(
      "Iexscan", part, [&](int* b) { MPI_Exscan(o, b, part, MPI_INT, MPI_SUM, w); },
      [&](int* b, MPI_Request* r) { MPI_Iexscan(o, b, part, MPI_INT, MPI_SUM, w, r); });
}

TEST(NonBlocking, CollectivesGiveWhatTheBlockingOnesGive) {
  EXPECT_THAT(run(n,
                  [](int rank) {
                    const Ints own = numbered(100 * rank, n * part);
                    for (int root = 0; root < n; ++root) compare_rooted(own, root);
                    compare_equals(own);
                    compare_reductions(own);
                  })
                  .lines,
              IsEmpty());
}

TEST(NonBlocking, ReduceScatterGivesEverybodyItsPartOfTheSum) {
  EXPECT_THAT(
      run(3,
          [](int rank) {
            const Ints sizes{2, 0, 3};
            const Ints own = numbered(10 * rank, 6);
            const Ints sum{30, 33, 36, 39, 42, 45};
            const int starts[] = {0, 2, 2};
            const Ints wanted(sum.begin() + starts[rank],
                              sum.begin() + starts[rank] + sizes[static_cast<std::size_t>(rank)]);
            const Ints wanted_block(sum.begin() + 2 * rank, sum.begin() + 2 * rank + 2);
            MPI_Request request = MPI_REQUEST_NULL;
            for (const bool waits : {false, true}) {
              Ints got(wanted.size());
              Ints block(2);
              if (waits) {
                MPI_Ireduce_scatter(own.data(), got.data(), sizes.data(), MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
                MPI_Wait(&request, MPI_STATUS_IGNORE);
                MPI_Ireduce_scatter_block(own.data(), block.data(), 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
                MPI_Wait(&request, MPI_STATUS_IGNORE);
              } else {
                MPI_Reduce_scatter(own.data(), got.data(), sizes.data(), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
                MPI_Reduce_scatter_block(own.data(), block.data(), 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
              }
              expect_equal(got, wanted, "Reduce_scatter");
              expect_equal(block, wanted_block, "Reduce_scatter_block");
            }
            Ints in_place = own;
            MPI_Reduce_scatter_block(MPI_IN_PLACE, in_place.data(), 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            in_place.resize(2);
            expect_equal(in_place, wanted_block, "Reduce_scatter_block in place");
          })
          .lines,
      IsEmpty());
}

TEST(NonBlocking, CollectivesRunBesideTheProgramAndEachOther) {
  const Outcome outcome = run(4, [](int rank) {
    MPI_Request requests[4];
    int sums[3] = {};
    int received = -1;
    const int values[] = {rank, 10 * rank, 100 * rank};
    for (int i = 0; i < 3; ++i) MPI_Iallreduce(values + i, sums + i, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, requests + i);
    int blocking = 0;
    MPI_Allreduce(values, &blocking, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Irecv(&received, 1, MPI_INT, (rank + 1) % 4, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Send(&rank, 1, MPI_INT, (rank + 3) % 4, 0, MPI_COMM_WORLD);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    if (sums[0] != 6 || sums[1] != 60 || sums[2] != 600 || blocking != 3 || received != (rank + 1) % 4) say("wrong");
  });
  EXPECT_THAT(outcome.lines, IsEmpty());
}

TEST(NonBlocking, ABarrierIsOverWhenTheLastHasCome) {
  const Outcome outcome = run(3, [](int rank) {
    MPI_Request request = MPI_REQUEST_NULL;
    int flag = -1;
    rest_until(rank);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    if (flag) say("over at once");
    int early = -1;
    MPI_Request_get_status(request, &early, MPI_STATUS_IGNORE);
    if (early) say("over by its status");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const double late = MPI_Wtime() - 2.0;
    if (late < 0 || late > 1e-3) say("over at " + std::to_string(MPI_Wtime()));
  });
  EXPECT_THAT(outcome.lines, IsEmpty());
}

TEST(NonBlocking, CollectivesCanBeNeitherCancelledNorFreed) {
  const Outcome outcome = run(2, [](int rank) {
    MPI_Request request = MPI_REQUEST_NULL;
    rest_until(rank);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == 1) return void(MPI_Wait(&request, MPI_STATUS_IGNORE));
    say(MPI_Cancel(&request) == MPI_ERR_REQUEST && MPI_Request_free(&request) == MPI_ERR_REQUEST ? "refused" : "taken");
    say(word(MPI_Wait(&request, MPI_STATUS_IGNORE)));
  });
  EXPECT_THAT(outcome.said_by(0), ElementsAre("refused", "success"));
}

TEST(NonBlocking, AFailureComesWithTheRequest) {
  const Outcome outcome = run(4,
                              [](int rank) {
                                MPI_Request request = MPI_REQUEST_NULL;
                                if (rank == 2) rest_until(9.0);
                                say(word(MPI_Ibarrier(MPI_COMM_WORLD, &request)));
                                say(word(MPI_Wait(&request, MPI_STATUS_IGNORE)));
                                say(request == MPI_REQUEST_NULL ? "gone" : "kept");
                              },
                              {{1.0, 2}});
  for (const int rank : {0, 1, 3}) EXPECT_THAT(outcome.said_by(rank), ElementsAre("success", "failed", "gone"));
}

TEST(NonBlocking, ARevocationInterruptsThem) {
  const Outcome outcome = run(3, [](int rank) {
    MPI_Request request = MPI_REQUEST_NULL;
    int flag = 7;
    MPI_Comm survivors = MPI_COMM_NULL;
    if (rank == 2) {
      rest_until(1.0);
      MPIX_Comm_revoke(MPI_COMM_WORLD);
    } else {
      MPI_Ibarrier(MPI_COMM_WORLD, &request);
      say(word(MPI_Wait(&request, MPI_STATUS_IGNORE)));
    }
    MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request);
    const std::string how = word(MPI_Wait(&request, MPI_STATUS_IGNORE));
    say(how + " on " + std::to_string(flag));
    MPIX_Comm_ishrink(MPI_COMM_WORLD, &survivors, &request);
    say(word(MPI_Wait(&request, MPI_STATUS_IGNORE)));
    say(word(MPI_Barrier(survivors)));
  });
  EXPECT_THAT(outcome.said_by(0), ElementsAre("revoked", "success on 7", "success", "success"));
  EXPECT_THAT(outcome.said_by(2), ElementsAre("success on 7", "success", "success"));
}

TEST(NonBlocking, AgreementAndShrinkGoOnWithoutTheDead) {
  const Outcome outcome = run(4,
                              [](int rank) {
                                MPI_Request requests[2];
                                MPI_Status statuses[2];
                                MPI_Comm survivors = MPI_COMM_NULL;
                                int flags = 15 - (1 << rank);
                                int size = 0;
                                if (rank == 1) rest_until(9.0);
                                MPIX_Comm_iagree(MPI_COMM_WORLD, &flags, &requests[0]);
                                MPIX_Comm_ishrink(MPI_COMM_WORLD, &survivors, &requests[1]);
                                const int error = MPI_Waitall(2, requests, statuses);
                                const int rest = MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
                                MPI_Comm_size(survivors, &size);
                                say(std::to_string(error == MPI_ERR_IN_STATUS) + word(statuses[0].MPI_ERROR) +
                                    std::to_string(flags) + word(rest) + std::to_string(size));
                              },
                              {{1.0, 1}});
  EXPECT_EQ(outcome.count("1failed2success3"), 3);
}

TEST(NonBlocking, ADuplicateIsThereWhenItsRequestIs) {
  const Outcome outcome = run(3, [](int rank) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm copy = MPI_COMM_NULL;
    int result = -1;
    rest_until(rank);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    if (copy != MPI_COMM_NULL) say("too early");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_compare(copy, MPI_COMM_WORLD, &result);
    say(result == MPI_CONGRUENT ? word(MPI_Barrier(copy)) : "not congruent");
  });
  EXPECT_EQ(outcome.count("success"), 3);
  EXPECT_EQ(outcome.lines.size(), 3u);
}

TEST(NonBlocking, WhoDiesTakesItsCollectivesAlong) {
  Simulation simulation;
  simulation.processes = 3;
  simulation.spare_hosts = 0;
  simulation.profile = profile_with(Watch::perfect);
  simulation.program = [](int rank) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Request requests[2];
    int value = 0;
    if (rank == 2) rest_until(3.0);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&rank, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    for (MPI_Request& request : requests) say(word(MPI_Wait(&request, MPI_STATUS_IGNORE)));
    MPI_Finalize();
  };
  simulation.kills = {{1.0, 0}};
  simulation.nodes_off = {{2.0, 1}};
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  EXPECT_THAT(outcome.said_by(2), ElementsAre("failed", "failed"));
}

} // namespace
} // namespace daruma::mpi::test
