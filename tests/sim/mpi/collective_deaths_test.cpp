// A rank dies in the middle of collective operations, by every algorithm: the others come back from each of them, with
// success or MPIX_ERR_PROC_FAILED, and in the end all know of the death.
#include "tests/sim/mpi/collective_ways.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <string>
#include <vector>

namespace daruma::mpi::test {
namespace {

constexpr int ranks = 6;
constexpr int block = 400; // ints

void note(const char* call, int error) {
  int error_class = error;
  MPI_Error_class(error, &error_class);
  if (error_class != MPI_SUCCESS && error_class != MPIX_ERR_PROC_FAILED)
    say(std::string(call) + " ended with error class " + std::to_string(error_class));
}

void call_all() {
  std::vector<int> mine(ranks * block);
  std::vector<int> got(ranks * block);
  const std::vector<int> blocks(ranks, block);
  std::vector<int> places;
  for (int i = 0; i < ranks; ++i) places.push_back(i * block);
  const MPI_Comm world = MPI_COMM_WORLD;
  constexpr int whole = ranks * block;
  note("Barrier", MPI_Barrier(world));
  note("Bcast", MPI_Bcast(mine.data(), whole, MPI_INT, 1, world));
  note("Reduce", MPI_Reduce(mine.data(), got.data(), whole, MPI_INT, MPI_SUM, 2, world));
  note("Allreduce", MPI_Allreduce(mine.data(), got.data(), whole, MPI_INT, MPI_SUM, world));
  note("Reduce_scatter", MPI_Reduce_scatter(mine.data(), got.data(), blocks.data(), MPI_INT, MPI_SUM, world));
  note("Gather", MPI_Gather(mine.data(), block, MPI_INT, got.data(), block, MPI_INT, 1, world));
  note("Scatter", MPI_Scatter(mine.data(), block, MPI_INT, got.data(), block, MPI_INT, 1, world));
  note("Allgather", MPI_Allgather(mine.data(), block, MPI_INT, got.data(), block, MPI_INT, world));
  note("Alltoall", MPI_Alltoall(mine.data(), block, MPI_INT, got.data(), block, MPI_INT, world));
  note("Alltoallv", MPI_Alltoallv(mine.data(), blocks.data(), places.data(), MPI_INT, got.data(), blocks.data(),
                                  places.data(), MPI_INT, world));
  note("Scan", MPI_Scan(mine.data(), got.data(), whole, MPI_INT, MPI_SUM, world));
}

Simulation dying(const Way& way, int victim, double at) {
  Simulation simulation;
  simulation.processes = ranks;
  simulation.processes_on_a_host = way.processes_on_a_host;
  simulation.profile.collectives = everywhere(way.choice);
  simulation.profile.eager_limit = Bytes(block);
  simulation.program = [](int) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    call_all();
    rest_until(1);
    int error = MPI_SUCCESS;
    MPI_Error_class(MPI_Barrier(MPI_COMM_WORLD), &error);
    say(error == MPIX_ERR_PROC_FAILED ? "knows" : "does not know");
    MPI_Finalize();
  };
  simulation.kills = {{at, victim}};
  return simulation;
}

class CollectiveDeaths : public testing::TestWithParam<Way> {};

TEST_P(CollectiveDeaths, EndNobodyElsesCalls) {
  for (const int victim : {0, 1, 5})
    for (double at = 1e-6; at < 300e-6; at *= takes_fewer_cases ? 5 : 1.7) {
      SCOPED_TRACE("rank " + std::to_string(victim) + " dies at " + std::to_string(at * 1e6) + " us");
      const Outcome outcome = simulate(dying(GetParam(), victim, at));
      EXPECT_FALSE(outcome.crashed);
      EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
      EXPECT_EQ(outcome.count("knows"), ranks - 1);
      EXPECT_EQ(outcome.lines.size(), static_cast<std::size_t>(ranks - 1)); // nothing else is said
    }
}

INSTANTIATE_TEST_SUITE_P(By, CollectiveDeaths, testing::ValuesIn(ways()), name_of);

} // namespace
} // namespace daruma::mpi::test
