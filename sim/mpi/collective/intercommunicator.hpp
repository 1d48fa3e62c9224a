// Collective operations on intercommunicators (MPI 3.1, section 5.2.3): data goes from one side to the other.
#pragma once

#include "sim/mpi/collective/exchange.hpp"

#include <mpi.h>

namespace daruma::mpi::across {

int barrier(const Exchange& exchange);
int bcast(const Exchange& exchange, const Buffer& buffer, int root);
int reduce(const Exchange& exchange, const Buffer& own, void* result, MPI_Op op, int root);
int allreduce(const Exchange& exchange, const Buffer& own, void* result, MPI_Op op);
int reduce_scatter(const Exchange& exchange, const Buffer& own, const std::vector<int>& counts, void* result,
                   MPI_Op op);
int gather(const Exchange& exchange, const Buffer& own, const Blocks& all, int root);
int scatter(const Exchange& exchange, const Blocks& all, const Buffer& own, int root);
int allgather(const Exchange& exchange, const Buffer& own, const Blocks& all);
int alltoall(const Exchange& exchange, const Blocks& send, const Blocks& receive);

} // namespace daruma::mpi::across
