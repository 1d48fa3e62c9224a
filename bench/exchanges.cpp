// PROGRAM sendrecv|allreduce|halo RANKS ROUNDS: the exchanges that the benchmark compares, one node per rank behind an
// ideal crossbar. Built once with each MPI library.
#include "tests/worlds/world.hpp"

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

struct Order {
  std::string operation;
  int rounds;
};

/// 8 KiB to each of four neighbours, and from them.
void exchange_halos(int rank, int size) {
  constexpr int bytes = 8192;
  static std::vector<char> sent(bytes);
  std::vector<char> received(4 * bytes);
  const int side = static_cast<int>(std::sqrt(static_cast<double>(size)));
  const int neighbours[] = {(rank + 1) % size, (rank + size - 1) % size, (rank + side) % size,
                            (rank + size - side) % size};
  MPI_Request requests[8];
  for (int i = 0; i < 4; ++i)
    MPI_Irecv(received.data() + i * bytes, bytes, MPI_BYTE, neighbours[i], i ^ 1, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < 4; ++i)
    MPI_Isend(sent.data(), bytes, MPI_BYTE, neighbours[i], i, MPI_COMM_WORLD, &requests[4 + i]);
  MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
}

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
    if (order.operation == "halo")
      exchange_halos(rank, size);
    else if (order.operation == "allreduce")
      MPI_Allreduce(&mine, &other, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else
      MPI_Sendrecv(&mine, 1, MPI_DOUBLE, right, 0, &other, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const Order order{argv[1], std::atoi(argv[3])};
  daruma::scenario::Machine machine;
  machine.nodes = std::atoi(argv[2]);
  daruma::worlds::perform(machine, [&order] { exchange(order); });
}
