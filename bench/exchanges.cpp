// PROGRAM sendrecv|allreduce RANKS ROUNDS: the exchanges that the benchmark compares, one node per rank behind an
// ideal crossbar. Built once with each MPI library.
#include "tests/worlds/world.hpp"

#include <cstdlib>
#include <string>

namespace {

struct Order {
  bool allreduce;
  int rounds;
};

void exchange(const Order& order) {
  MPI_Init(nullptr, nullptr);
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int right = (rank + 1) % size;
  const int left = (rank + size - 1) % size;
  double mine = rank;
  double other = 0;
  for (int round = 0; round < order.rounds; ++round) {
    if (order.allreduce)
      MPI_Allreduce(&mine, &other, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else
      MPI_Sendrecv(&mine, 1, MPI_DOUBLE, right, 0, &other, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const Order order{std::string(argv[1]) == "allreduce", std::atoi(argv[3])};
  daruma::scenario::Machine machine;
  machine.nodes = std::atoi(argv[2]);
  daruma::worlds::perform(machine, [&order] { exchange(order); });
}
