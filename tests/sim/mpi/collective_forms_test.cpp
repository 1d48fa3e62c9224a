// Every form of every collective call: blocking, non-blocking and persistent, each with plain and with large counts,
// against what the standard's words say that each rank has in the end.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

namespace daruma::mpi::test {
namespace {

using testing::IsEmpty;

using Ints = std::vector<int>;

constexpr int size = 4;
constexpr int room = 16; // numbers that each rank has to send, and that it can receive
constexpr int untouched = -1;

/// The i-th number that a rank sends the n-th time.
int number(int rank, int i, int turn) { return 1000 * turn + 100 * rank + i; }

int sum(int ranks, int i, int turn) {
  int all = 0;
  for (int rank = 0; rank < ranks; ++rank) all += number(rank, i, turn);
  return all;
}

/// Where those begin of which there are 1, 2, 3, 4.
constexpr int starts[] = {0, 1, 3, 6};
/// Where those of the last rank come first.
constexpr int backwards[] = {9, 7, 4, 0};

/// What the calls are given; counts and places are ints, or large.
template <class Count, class Place> struct Arguments {
  explicit Arguments(int own_rank) : rank(own_rank) {}

  int rank;
  Ints out = Ints(room);
  Ints in = Ints(room);
  std::vector<Count> rising{1, 2, 3, 4};
  std::vector<Count> own_rising = std::vector<Count>(size, rank + 1);
  std::vector<Place> at{starts, starts + size};
  std::vector<Place> at_back{backwards, backwards + size};
  std::vector<Place> at_fours{0, 4, 8, 12};
  std::vector<Place> at_bytes{0, 4, 12, 24};
  std::vector<Place> at_byte_fours{0, 16, 32, 48};
  std::vector<MPI_Datatype> types = std::vector<MPI_Datatype>(size, MPI_INT);
  // Of a ring whose ranks receive from the two before them and send to the two behind.
  std::vector<Count> one_and_two{1, 2};
  std::vector<Count> of_sources{(rank + 3) % size + 1, (rank + 2) % size + 1};
  std::vector<Place> second_first{4, 0};
  std::vector<MPI_Aint> second_first_bytes{16, 0};

  int* buffer_of_root(int root) { return rank == root ? out.data() : in.data(); }
};

using Wanted = Ints (*)(int rank, int turn);

class Form {
public:
  Form(const char* call, int rank, Ints& out, Ints& in, Wanted wanted)
      : call_(call), rank_(rank), out_(out), in_(in), wanted_(wanted) {}

  template <class Body> void blocking(Body&& body) const {
    prepare(1);
    if (body() != MPI_SUCCESS) complain("fails");
    compare(1);
  }

  template <class Body> void started(Body&& body) const {
    MPI_Request request = MPI_REQUEST_NULL;
    prepare(1);
    if (body(&request) != MPI_SUCCESS) complain("fails");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (request != MPI_REQUEST_NULL) complain("leaves its request");
    compare(1);
  }

  /// Each start takes what is in the buffers then.
  template <class Body> void persistent(Body&& body) const {
    MPI_Request request = MPI_REQUEST_NULL;
    if (body(&request) != MPI_SUCCESS) complain("fails");
    for (const int turn : {1, 2}) {
      prepare(turn);
      MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      compare(turn);
    }
    MPI_Request_free(&request);
  }

private:
  void prepare(int turn) const {
    for (int i = 0; i < room; ++i) out_[static_cast<std::size_t>(i)] = number(rank_, i, turn);
    std::fill(in_.begin(), in_.end(), untouched);
  }
  void compare(int turn) const {
    Ints wanted = wanted_(rank_, turn);
    wanted.resize(room, untouched);
    if (in_ != wanted)
      complain("gave " + testing::PrintToString(in_) + " instead of " + testing::PrintToString(wanted));
  }
  void complain(const std::string& what) const { say(std::string(call_) + " " + what); }

  const char* call_;
  int rank_;
  Ints& out_;
  Ints& in_;
  Wanted wanted_;
};

/// The same arguments for the six forms of a call.
#define EVERY_FORM(wanted, call, started_call, init, call_c, started_call_c, init_c, ...)                              \
  do {                                                                                                                 \
    {                                                                                                                  \
      Arguments<int, int> a(rank);                                                                                     \
      const auto form = [&](const char* name) { return Form(name, rank, a.out, a.in, wanted); };                       \
      form(#call).blocking([&] { return call(__VA_ARGS__); });                                                         \
      form(#started_call).started([&](MPI_Request* request) { return started_call(__VA_ARGS__, request); });           \
      form(#init).persistent([&](MPI_Request* request) { return init(__VA_ARGS__, MPI_INFO_NULL, request); });         \
    }                                                                                                                  \
    {                                                                                                                  \
      Arguments<MPI_Count, MPI_Aint> a(rank);                                                                          \
      const auto form = [&](const char* name) { return Form(name, rank, a.out, a.in, wanted); };                       \
      form(#call_c).blocking([&] { return call_c(__VA_ARGS__); });                                                     \
      form(#started_call_c).started([&](MPI_Request* request) { return started_call_c(__VA_ARGS__, request); });       \
      form(#init_c).persistent([&](MPI_Request* request) { return init_c(__VA_ARGS__, MPI_INFO_NULL, request); });     \
    }                                                                                                                  \
  } while (false)

/// So many numbers for each of these ranks, the first as its i-th.
void append(Ints& to, int from_rank, int first, int count, int turn) {
  for (int i = 0; i < count; ++i) to.push_back(number(from_rank, first + i, turn));
}

Ints of_each(int count, int turn) {
  Ints all;
  for (int rank = 0; rank < size; ++rank) append(all, rank, 0, count, turn);
  return all;
}

Ints of_each_backwards(int turn) {
  Ints all;
  for (int rank = size - 1; rank >= 0; --rank) append(all, rank, 0, rank + 1, turn);
  return all;
}

Ints sums(int ranks, int first, int count, int turn) {
  Ints all;
  for (int i = 0; i < count; ++i) all.push_back(sum(ranks, first + i, turn));
  return all;
}

/// In places of four each.
Ints parts_of_each(int rank, int turn) {
  Ints all;
  for (int from = 0; from < size; ++from) {
    append(all, from, starts[rank], rank + 1, turn);
    all.resize(static_cast<std::size_t>(4 * (from + 1)), untouched);
  }
  return all;
}

TEST(CollectiveForms, OfGatheringGiveAllThatIsSent) {
  EXPECT_THAT(
      run(simulation_of(size,
                        [](int rank) {
                          const MPI_Comm comm = MPI_COMM_WORLD;
                          EVERY_FORM([](int, int turn) { return of_each(3, turn); }, MPI_Allgather, MPI_Iallgather,
                                     MPI_Allgather_init, MPI_Allgather_c, MPI_Iallgather_c, MPI_Allgather_init_c,
                                     a.out.data(), 3, MPI_INT, a.in.data(), 3, MPI_INT, comm);
                          EVERY_FORM([](int, int turn) { return of_each_backwards(turn); }, MPI_Allgatherv,
                                     MPI_Iallgatherv, MPI_Allgatherv_init, MPI_Allgatherv_c, MPI_Iallgatherv_c,
                                     MPI_Allgatherv_init_c, a.out.data(), a.rank + 1, MPI_INT, a.in.data(),
                                     a.rising.data(), a.at_back.data(), MPI_INT, comm);
                          EVERY_FORM([](int own, int turn) { return own == 1 ? of_each(3, turn) : Ints{}; }, MPI_Gather,
                                     MPI_Igather, MPI_Gather_init, MPI_Gather_c, MPI_Igather_c, MPI_Gather_init_c,
                                     a.out.data(), 3, MPI_INT, a.in.data(), 3, MPI_INT, 1, comm);
                          EVERY_FORM([](int own, int turn) { return own == 1 ? of_each_backwards(turn) : Ints{}; },
                                     MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, MPI_Gatherv_c, MPI_Igatherv_c,
                                     MPI_Gatherv_init_c, a.out.data(), a.rank + 1, MPI_INT, a.in.data(),
                                     a.rising.data(), a.at_back.data(), MPI_INT, 1, comm);
                        }))
          .lines,
      IsEmpty());
}

TEST(CollectiveForms, OfSpreadingGiveEverybodyItsPart) {
  EXPECT_THAT(run(simulation_of(size,
                                [](int rank) {
                                  const MPI_Comm comm = MPI_COMM_WORLD;
                                  const Wanted two_of_root = [](int own, int turn) {
                                    Ints two;
                                    append(two, 0, 2 * own, 2, turn);
                                    return two;
                                  };
                                  const Wanted rising_of_root = [](int own, int turn) {
                                    Ints part;
                                    append(part, 0, starts[own], own + 1, turn);
                                    return part;
                                  };
                                  const Wanted what_root_has = [](int own, int turn) {
                                    Ints all;
                                    if (own != 2) append(all, 2, 0, 3, turn);
                                    return all;
                                  };
                                  EVERY_FORM(two_of_root, MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, MPI_Scatter_c,
                                             MPI_Iscatter_c, MPI_Scatter_init_c, a.out.data(), 2, MPI_INT, a.in.data(),
                                             2, MPI_INT, 0, comm);
                                  EVERY_FORM(rising_of_root, MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init,
                                             MPI_Scatterv_c, MPI_Iscatterv_c, MPI_Scatterv_init_c, a.out.data(),
                                             a.rising.data(), a.at.data(), MPI_INT, a.in.data(), a.rank + 1, MPI_INT, 0,
                                             comm);
                                  EVERY_FORM(what_root_has, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, MPI_Bcast_c,
                                             MPI_Ibcast_c, MPI_Bcast_init_c, a.buffer_of_root(2), 3, MPI_INT, 2, comm);
                                }))
                  .lines,
              IsEmpty());
}

TEST(CollectiveForms, OfExchangingGiveEachItsPartOfEach) {
  EXPECT_THAT(run(simulation_of(size,
                                [](int rank) {
                                  const MPI_Comm comm = MPI_COMM_WORLD;
                                  const Wanted twos = [](int own, int turn) {
                                    Ints all;
                                    for (int from = 0; from < size; ++from) append(all, from, 2 * own, 2, turn);
                                    return all;
                                  };
                                  EVERY_FORM(twos, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, MPI_Alltoall_c,
                                             MPI_Ialltoall_c, MPI_Alltoall_init_c, a.out.data(), 2, MPI_INT,
                                             a.in.data(), 2, MPI_INT, comm);
                                  EVERY_FORM(parts_of_each, MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init,
                                             MPI_Alltoallv_c, MPI_Ialltoallv_c, MPI_Alltoallv_init_c, a.out.data(),
                                             a.rising.data(), a.at.data(), MPI_INT, a.in.data(), a.own_rising.data(),
                                             a.at_fours.data(), MPI_INT, comm);
                                  EVERY_FORM(parts_of_each, MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init,
                                             MPI_Alltoallw_c, MPI_Ialltoallw_c, MPI_Alltoallw_init_c, a.out.data(),
                                             a.rising.data(), a.at_bytes.data(), a.types.data(), a.in.data(),
                                             a.own_rising.data(), a.at_byte_fours.data(), a.types.data(), comm);
                                }))
                  .lines,
              IsEmpty());
}

TEST(CollectiveForms, OfReducingGiveSums) {
  EXPECT_THAT(
      run(simulation_of(size,
                        [](int rank) {
                          const MPI_Comm comm = MPI_COMM_WORLD;
                          EVERY_FORM([](int, int turn) { return sums(size, 0, 3, turn); }, MPI_Allreduce,
                                     MPI_Iallreduce, MPI_Allreduce_init, MPI_Allreduce_c, MPI_Iallreduce_c,
                                     MPI_Allreduce_init_c, a.out.data(), a.in.data(), 3, MPI_INT, MPI_SUM, comm);
                          EVERY_FORM([](int own, int turn) { return own == 3 ? sums(size, 0, 3, turn) : Ints{}; },
                                     MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, MPI_Reduce_c, MPI_Ireduce_c,
                                     MPI_Reduce_init_c, a.out.data(), a.in.data(), 3, MPI_INT, MPI_SUM, 3, comm);
                          EVERY_FORM([](int own, int turn) { return sums(size, starts[own], own + 1, turn); },
                                     MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init,
                                     MPI_Reduce_scatter_c, MPI_Ireduce_scatter_c, MPI_Reduce_scatter_init_c,
                                     a.out.data(), a.in.data(), a.rising.data(), MPI_INT, MPI_SUM, comm);
                          EVERY_FORM([](int own, int turn) { return sums(size, 2 * own, 2, turn); },
                                     MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init,
                                     MPI_Reduce_scatter_block_c, MPI_Ireduce_scatter_block_c,
                                     MPI_Reduce_scatter_block_init_c, a.out.data(), a.in.data(), 2, MPI_INT, MPI_SUM,
                                     comm);
                          EVERY_FORM([](int own, int turn) { return sums(own + 1, 0, 3, turn); }, MPI_Scan, MPI_Iscan,
                                     MPI_Scan_init, MPI_Scan_c, MPI_Iscan_c, MPI_Scan_init_c, a.out.data(), a.in.data(),
                                     3, MPI_INT, MPI_SUM, comm);
                          // What rank 0 has after it is undefined; it is left alone here.
                          EVERY_FORM([](int own, int turn) { return own == 0 ? Ints{} : sums(own, 0, 3, turn); },
                                     MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, MPI_Exscan_c, MPI_Iexscan_c,
                                     MPI_Exscan_init_c, a.out.data(), a.in.data(), 3, MPI_INT, MPI_SUM, comm);
                        }))
          .lines,
      IsEmpty());
}

/// A ring in which each receives from the two before it and sends to the two behind.
MPI_Comm make_ring(int rank) {
  const int sources[] = {(rank + 3) % size, (rank + 2) % size};
  const int destinations[] = {(rank + 1) % size, (rank + 2) % size};
  MPI_Comm ring = MPI_COMM_NULL;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, MPI_UNWEIGHTED, 2, destinations, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &ring);
  return ring;
}

int nearest(int rank) { return (rank + 3) % size; }
int second(int rank) { return (rank + 2) % size; }

TEST(CollectiveForms, AmongNeighboursGiveWhatTheySend) {
  EXPECT_THAT(
      run(simulation_of(
              size,
              [](int rank) {
                const MPI_Comm ring = make_ring(rank);
                const Wanted two_of_each = [](int own, int turn) {
                  Ints all;
                  append(all, nearest(own), 0, 2, turn);
                  append(all, second(own), 0, 2, turn);
                  return all;
                };
                const Wanted rising_of_each = [](int own, int turn) {
                  Ints all;
                  append(all, second(own), 0, second(own) + 1, turn);
                  all.resize(4, untouched);
                  append(all, nearest(own), 0, nearest(own) + 1, turn);
                  return all;
                };
                const Wanted own_two_of_each = [](int own, int turn) {
                  Ints all;
                  append(all, nearest(own), 0, 2, turn);
                  append(all, second(own), 2, 2, turn);
                  return all;
                };
                const Wanted one_and_two = [](int own, int turn) {
                  Ints all;
                  append(all, second(own), 0, 2, turn);
                  all.resize(4, untouched);
                  append(all, nearest(own), 4, 1, turn);
                  return all;
                };
                EVERY_FORM(two_of_each, MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init,
                           MPI_Neighbor_allgather_c, MPI_Ineighbor_allgather_c, MPI_Neighbor_allgather_init_c,
                           a.out.data(), 2, MPI_INT, a.in.data(), 2, MPI_INT, ring);
                EVERY_FORM(rising_of_each, MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv,
                           MPI_Neighbor_allgatherv_init, MPI_Neighbor_allgatherv_c, MPI_Ineighbor_allgatherv_c,
                           MPI_Neighbor_allgatherv_init_c, a.out.data(), a.rank + 1, MPI_INT, a.in.data(),
                           a.of_sources.data(), a.second_first.data(), MPI_INT, ring);
                EVERY_FORM(own_two_of_each, MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init,
                           MPI_Neighbor_alltoall_c, MPI_Ineighbor_alltoall_c, MPI_Neighbor_alltoall_init_c,
                           a.out.data(), 2, MPI_INT, a.in.data(), 2, MPI_INT, ring);
                EVERY_FORM(one_and_two, MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init,
                           MPI_Neighbor_alltoallv_c, MPI_Ineighbor_alltoallv_c, MPI_Neighbor_alltoallv_init_c,
                           a.out.data(), a.one_and_two.data(), a.second_first.data(), MPI_INT, a.in.data(),
                           a.one_and_two.data(), a.second_first.data(), MPI_INT, ring);
                EVERY_FORM(one_and_two, MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init,
                           MPI_Neighbor_alltoallw_c, MPI_Ineighbor_alltoallw_c, MPI_Neighbor_alltoallw_init_c,
                           a.out.data(), a.one_and_two.data(), a.second_first_bytes.data(), a.types.data(), a.in.data(),
                           a.one_and_two.data(), a.second_first_bytes.data(), a.types.data(), ring);
              }))
          .lines,
      IsEmpty());
}

TEST(CollectiveForms, OfBarriersHoldEverybodyUntilTheLastCame) {
  const Outcome outcome = run(simulation_of(size, [](int rank) {
    const MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request = MPI_REQUEST_NULL;
    const auto is_late_after = [&](double last, const char* call) {
      if (MPI_Wtime() < last || MPI_Wtime() > last + 0.1) say(std::string(call) + " ends at another time");
    };
    rest_until(1.0 + 0.1 * rank);
    MPI_Barrier(comm);
    is_late_after(1.3, "MPI_Barrier");
    rest_until(2.0 + 0.1 * rank);
    MPI_Ibarrier(comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    is_late_after(2.3, "MPI_Ibarrier");
    MPI_Barrier_init(comm, MPI_INFO_NULL, &request);
    for (const double start : {3.0, 4.0}) {
      rest_until(start + 0.1 * rank);
      MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      is_late_after(start + 0.3, "MPI_Barrier_init");
    }
    MPI_Request_free(&request);
  }));
  EXPECT_THAT(outcome.lines, IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
