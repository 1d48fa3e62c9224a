// Collective operations over fault-aware point-to-point.
//
// Each goes by the algorithm that the job's runtime profile names (choices.hpp); which there are and what they do say
// reductions.hpp and distributions.hpp. Where the profile says nothing: barrier, bcast, reduce: binomial trees;
// allreduce: reduce and bcast; reduce_scatter: reduce and scatter; gather(v) and scatter(v): every rank with the root
// directly; allgather(v): Bruck's dissemination; alltoall(v, w): pairwise exchange; scan: along the ranks. On an
// intercommunicator rank 0 of each side stands for its side in barriers and reductions. A rank that knows of a failure
// in the communicator leaves with PROC_FAILED; others may have succeeded (ULFM: no uniform outcome).
//
// Each function returns an error class. Roots on an intercommunicator are as MPI has them: MPI_ROOT,
// MPI_PROC_NULL, or a rank of the other side.
#pragma once

#include "sim/core/collective_tables.hpp"
#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/collective/scans.hpp"
#include "sim/mpi/datatypes/operators.hpp"

#include <mpi.h>

#include <optional>

namespace daruma::mpi {

int barrier(const Exchange& exchange);
int bcast(const Exchange& exchange, const Buffer& buffer, int root);
/// `result` is significant at the root only; `own` is not changed.
int reduce(const Exchange& exchange, const Buffer& own, void* result, const Operator& op, int root);
int allreduce(const Exchange& exchange, const Buffer& own, void* result, const Operator& op);
int scan(const Exchange& exchange, const Buffer& own, void* result, const Operator& op, Scan kind);
/// `counts[i]` elements of the reduction are rank i's. `which` it is: reduce_scatter, or that of equal blocks.
int reduce_scatter(const Exchange& exchange, const Buffer& own, const std::vector<MPI_Count>& counts, void* result,
                   const Operator& op, Collective which);
/// `all` is significant at the root only; an empty `own` (address MPI_IN_PLACE) leaves the root's block as it is.
int gather(const Exchange& exchange, const Buffer& own, const Blocks& all, int root);
int scatter(const Exchange& exchange, const Blocks& all, const Buffer& own, int root);
/// The same of blocks whose sizes only the root and their ranks know.
int gatherv(const Exchange& exchange, const Buffer& own, const Blocks& all, int root);
int scatterv(const Exchange& exchange, const Blocks& all, const Buffer& own, int root);
/// `which` it is: allgather, or allgatherv.
int allgather(const Exchange& exchange, const Buffer& own, const Blocks& all, Collective which);
/// An empty `send` stands for what is in `receive` (MPI_IN_PLACE). `which` it is: alltoall, alltoallv, or neither.
int alltoall(const Exchange& exchange, const Blocks& send, const Blocks& receive, std::optional<Collective> which);

} // namespace daruma::mpi
