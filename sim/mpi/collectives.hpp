// Collective operations over fault-aware point-to-point.
//
// Algorithms: barrier, bcast, reduce: binomial trees; allreduce: reduce and bcast; gather(v) and
// scatter(v): every rank with the root directly; allgather(v): Bruck's dissemination; alltoall(v):
// pairwise exchange; scan: along the ranks. A rank that knows of a failure in the communicator
// leaves with PROC_FAILED, wherever it is; others may have succeeded (ULFM: no uniform outcome).
//
// Each function returns an error class and takes intracommunicators only.
#pragma once

#include "sim/mpi/communicator.hpp"
#include "sim/mpi/messages.hpp"

#include <mpi.h>

#include <vector>

namespace daruma::mpi {

/// Blocks of a v-collective: rank i's is `counts[i]` elements at `displacements[i]` extents from `address`.
struct Blocks {
  void* address;
  std::vector<int> counts;
  std::vector<int> displacements;
  MPI_Datatype type;

  Buffer of(int rank) const;
};

/// n equal blocks one after the other.
Blocks equal_blocks(void* address, int count, MPI_Datatype type, int n);
/// Blocks as the v-calls of MPI describe them.
Blocks listed_blocks(void* address, const int* counts, const int* displacements, MPI_Datatype type, int n);

int barrier(Handle& comm);
int bcast(Handle& comm, const Buffer& buffer, int root);
/// `result` is significant at the root only; `own` is not changed.
int reduce(Handle& comm, const Buffer& own, void* result, MPI_Op op, int root);
int allreduce(Handle& comm, const Buffer& own, void* result, MPI_Op op);
int scan(Handle& comm, const Buffer& own, void* result, MPI_Op op, bool exclusive);
/// `all` is significant at the root only; an empty `own` (address MPI_IN_PLACE) leaves the root's block as it is.
int gather(Handle& comm, const Buffer& own, const Blocks& all, int root);
int scatter(Handle& comm, const Blocks& all, const Buffer& own, int root);
int allgather(Handle& comm, const Buffer& own, const Blocks& all);
int alltoall(Handle& comm, const Blocks& send, const Blocks& receive);

} // namespace daruma::mpi
