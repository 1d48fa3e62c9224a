// What the benchmark's ranks do, the same source for both MPI libraries; and where they do it.
#pragma once

#include "platforms/build.hpp"

#include <cstdlib>
#include <string>
#include <vector>

namespace daruma::bench {

/// PROGRAM RANKS ROUNDS
struct Order {
  bool allreduce;
  int ranks;
  int rounds;
};

inline Order read_order(char** argv) {
  return {std::string(argv[1]) == "allreduce", std::atoi(argv[2]), std::atoi(argv[3])};
}

/// One node per rank behind an ideal crossbar.
inline scenario::Machine machine_for(const Order& order) {
  scenario::Machine machine;
  machine.nodes = order.ranks;
  return machine;
}

inline void exchange(const Order& order) {
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

} // namespace daruma::bench
