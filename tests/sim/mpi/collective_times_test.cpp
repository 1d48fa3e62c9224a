// How long collective operations take by each algorithm, held against sums done by hand: eight ranks on hosts of their
// own, on the simulation's links (1 GB/s, 2 us from host to host), each message waiting for its receiver.
#include "sim/core/collective_tables.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <numeric>
#include <string>
#include <vector>

namespace daruma::mpi::test {
namespace {

constexpr int ranks = 8;
constexpr int unit = 10'000; // bytes, of a rank's block
constexpr double latency = 2 * link_latency;

/// A message of so many units.
constexpr double message(double units) { return latency + units * unit / link_bandwidth; }

struct Case {
  const char* name;
  Collective which;
  AlgorithmChoice choice;
  double time_s;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

using A = Algorithm;
using C = Collective;

constexpr double all = ranks;
constexpr Bytes segment(unit);

const Case cases[]{
    {"barrier_binomial", C::barrier, {A::binomial}, 6 * latency},
    {"barrier_linear", C::barrier, {A::linear}, 2 * latency},
    {"barrier_double_ring", C::barrier, {A::double_ring}, 16 * latency},
    {"barrier_recursive_doubling", C::barrier, {A::recursive_doubling}, 3 * latency},
    {"barrier_dissemination", C::barrier, {A::dissemination}, 3 * latency},
    // Of a buffer of eight units.
    {"bcast_binomial", C::bcast, {A::binomial}, 3 * message(all)},
    {"bcast_linear", C::bcast, {A::linear}, message(7 * all)},
    {"bcast_pipeline", C::bcast, {A::pipeline}, 7 * message(all)},
    {"bcast_pipeline_of_eight_pieces", C::bcast, {A::pipeline, segment}, (7 + 7) * message(1)},
    {"bcast_two_chains", C::bcast, {A::chain, Bytes(0), 2}, message(2 * all) + 3 * message(all)},
    {"bcast_binary", C::bcast, {A::binary}, message(2 * all) + message(2 * all) + message(all)},
    {"bcast_quaternary", C::bcast, {A::k_nomial, Bytes(0), 4}, message(4 * all) + message(3 * all)},
    {"bcast_split_binary", C::bcast, {A::split_binary}, message(all) + message(all) + message(all / 2) * 2},
    {"bcast_scatter_allgather", C::bcast, {A::scatter_allgather}, 2 * (message(4) + message(2) + message(1))},
    {"bcast_scatter_ring",
     C::bcast,
     {A::scatter_ring_allgather},
     message(4) + message(2) + message(1) + 7 * message(1)},
    {"reduce_binomial", C::reduce, {A::binomial}, 3 * message(all)},
    {"reduce_linear", C::reduce, {A::linear}, 7 * message(all)},
    {"reduce_pipeline_of_eight_pieces", C::reduce, {A::pipeline, segment}, (7 + 7) * message(1)},
    {"reduce_rabenseifner", C::reduce, {A::rabenseifner}, 2 * (message(4) + message(2) + message(1))},
    {"allreduce_trees", C::allreduce, {A::reduce_bcast}, 6 * message(all)},
    {"allreduce_recursive_doubling", C::allreduce, {A::recursive_doubling}, 3 * message(all)},
    {"allreduce_ring", C::allreduce, {A::ring}, 14 * message(1)},
    {"allreduce_ring_in_two_rounds", C::allreduce, {A::ring, Bytes(unit / 2)}, 28 * message(0.5)},
    {"allreduce_rabenseifner", C::allreduce, {A::rabenseifner}, 2 * (message(4) + message(2) + message(1))},
    // Of blocks of one unit.
    {"reduce_scatter_halving", C::reduce_scatter, {A::recursive_halving}, message(4) + message(2) + message(1)},
    {"reduce_scatter_butterfly", C::reduce_scatter, {A::butterfly}, message(4) + message(2) + 2 * message(1)},
    {"reduce_scatter_pairwise", C::reduce_scatter, {A::pairwise}, 7 * message(1)},
    {"reduce_scatter_ring", C::reduce_scatter, {A::ring}, 7 * message(1)},
    {"reduce_scatter_doubling", C::reduce_scatter, {A::recursive_doubling}, 3 * message(all)},
    {"gather_linear", C::gather, {A::linear}, message(7)},
    {"gather_binomial", C::gather, {A::binomial}, message(1) + message(2) + message(4)},
    {"gather_linear_sync", C::gather, {A::linear_sync}, 7 * (latency + message(1))},
    {"scatter_linear", C::scatter, {A::linear}, message(7)},
    {"scatter_binomial", C::scatter, {A::binomial}, message(4) + message(2) + message(1)},
    {"allgather_bruck", C::allgather, {A::bruck}, message(1) + message(2) + message(4)},
    {"allgather_recursive_doubling", C::allgather, {A::recursive_doubling}, message(1) + message(2) + message(4)},
    {"allgather_ring", C::allgather, {A::ring}, 7 * message(1)},
    {"allgather_neighbours", C::allgather, {A::neighbour_exchange}, message(1) + 3 * message(2)},
    {"allgather_linear", C::allgather, {A::linear}, message(7)},
    {"allgather_through_the_first", C::allgather, {A::gather_bcast}, message(7) + 3 * message(all)},
    {"alltoall_pairwise", C::alltoall, {A::pairwise}, 7 * message(1)},
    {"alltoall_linear", C::alltoall, {A::linear}, message(7)},
    {"alltoall_linear_three_at_a_time", C::alltoall, {A::linear, Bytes(0), 3}, 2 * message(3) + message(1)},
    {"alltoall_bruck", C::alltoall, {A::bruck}, 3 * message(4)},
    {"scan_linear", C::scan, {A::linear}, 7 * message(all)},
    {"scan_recursive_doubling", C::scan, {A::recursive_doubling}, 3 * message(all)},
};

void call(Collective which) {
  std::vector<char> mine(ranks * unit);
  std::vector<char> got(ranks * unit);
  const std::vector<int> units(ranks, unit);
  constexpr int whole = ranks * unit;
  const MPI_Comm world = MPI_COMM_WORLD;
  switch (which) {
  case C::barrier:
    MPI_Barrier(world);
    break;
  case C::bcast:
    MPI_Bcast(mine.data(), whole, MPI_CHAR, 0, world);
    break;
  case C::reduce:
    MPI_Reduce(mine.data(), got.data(), whole, MPI_CHAR, MPI_BOR, 0, world);
    break;
  case C::allreduce:
    MPI_Allreduce(mine.data(), got.data(), whole, MPI_CHAR, MPI_BOR, world);
    break;
  case C::reduce_scatter:
    MPI_Reduce_scatter(mine.data(), got.data(), units.data(), MPI_CHAR, MPI_BOR, world);
    break;
  case C::gather:
    MPI_Gather(mine.data(), unit, MPI_CHAR, got.data(), unit, MPI_CHAR, 0, world);
    break;
  case C::scatter:
    MPI_Scatter(mine.data(), unit, MPI_CHAR, got.data(), unit, MPI_CHAR, 0, world);
    break;
  case C::allgather:
    MPI_Allgather(mine.data(), unit, MPI_CHAR, got.data(), unit, MPI_CHAR, world);
    break;
  case C::alltoall:
    MPI_Alltoall(mine.data(), unit, MPI_CHAR, got.data(), unit, MPI_CHAR, world);
    break;
  default:
    MPI_Scan(mine.data(), got.data(), whole, MPI_CHAR, MPI_BOR, world);
  }
}

class CollectiveTimes : public testing::TestWithParam<Case> {};

TEST_P(CollectiveTimes, AreThoseOfTheAlgorithmsMessages) {
  const Case& one = GetParam();
  Simulation simulation;
  simulation.processes = ranks;
  simulation.profile.eager_limit = Bytes(0);
  CollectiveRule rule;
  rule.choice = one.choice;
  simulation.profile.collectives[one.which] = {rule};
  simulation.program = [&](int) {
    MPI_Init(nullptr, nullptr);
    call(one.which);
    say(std::to_string(MPI_Wtime() * 1e9));
    MPI_Finalize();
  };
  const Outcome outcome = simulate(simulation);
  ASSERT_EQ(outcome.lines.size(), static_cast<std::size_t>(ranks));
  double last_ns = 0;
  for (const Line& line : outcome.lines) last_ns = std::max(last_ns, std::stod(line.text));
  EXPECT_NEAR(last_ns, one.time_s * 1e9, 1);
}

INSTANTIATE_TEST_SUITE_P(By, CollectiveTimes, testing::ValuesIn(cases),
                         [](const auto& one) { return std::string(one.param.name); });

} // namespace
} // namespace daruma::mpi::test
