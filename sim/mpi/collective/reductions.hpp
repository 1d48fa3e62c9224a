// Reductions by the algorithms that libraries choose among.
//
// - chain, pipeline, binary, binomial, k-nomial: along that tree (trees.hpp); in-order-binary: along the tree that
// keeps
//   the order of ranks, whose top passes the result on; linear: the root takes one after the other, the last rank
//   first.
// - reduce-bcast: to rank 0 and from there to all, both as chosen for themselves; linear: both linear.
// - recursive-doubling: in each step a rank exchanges all with one twice as far away (Thakur, Rabenseifner, Gropp
// 2005).
// - rabenseifner: reduce-scatter by recursive halving, nearest first, then gathered or allgathered the way back
//   (Rabenseifner 2004). Fewer elements than ranks go by binomial tree or recursive doubling.
// - ring: reduce-scatter around a ring, then allgather around it (Patarasuk, Yuan 2009); in rounds of a segment for
//   each rank. Fewer elements than ranks go by recursive doubling.
// - recursive-halving: as said, farthest first; butterfly: nearest first, and what it ends with goes to whom it belongs
//   (Traff 2005); pairwise: each rank sends everybody their block in turn; reduce-scatter: to rank 0, which
//   scatters; recursive-doubling of a reduce-scatter: of all blocks, of which each rank keeps its own.
//
// Each function returns an error class.
#pragma once

#include "sim/core/collective_tables.hpp"
#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/collective/scratch.hpp"

namespace daruma::mpi {

/// Reduces everybody's `mine` into that of `root`; what others' hold is lost.
int reduce_by(const AlgorithmChoice&, const Exchange&, const Buffer& mine, const Operator&, int root);
/// Reduces everybody's `mine` into all of them.
int allreduce_by(const AlgorithmChoice&, const Exchange&, const Buffer& mine, const Operator&);
/// `mine` is the caller's contribution to everybody's blocks, of so many elements; its own one ends with the result.
int reduce_scatter_by(const AlgorithmChoice&, const Exchange&, const Buffer& mine, const std::vector<MPI_Count>& counts,
                      const Operator&);

} // namespace daruma::mpi
