// The two questions that every MPI program asks of a communicator, as values.
#pragma once

#include <mpi.h>

namespace daruma::models {

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

} // namespace daruma::models
