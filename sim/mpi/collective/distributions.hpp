// Collective operations that move data and reduce none, by the algorithms that libraries choose among.
//
// Broadcasts:
// - linear, chain, pipeline, binary, binomial, k-nomial: along that tree (trees.hpp). By the binomial tree a rank sends
//   to one after the other, by the others to all at once.
// - split-binary: halves go down two binary trees, and ranks with equal places in both swap them.
// - scatter-allgather, scatter-ring-allgather: parts go down a binomial tree, one for each rank, then by recursive
//   doubling, or around a ring, to all (van de Geijn 1994). Ranks that are no power of two go around the ring.
// Gather and scatter: linear: with the root directly; binomial: along that tree; linear-sync: the root asks for one
// block after the other.
// Allgather: linear: everybody with everybody; gather-bcast: to rank 0, from there to all; recursive-doubling (by bruck
// if the ranks are no power of two); ring; neighbour-exchange: pairs of blocks between alternating neighbours (Chen et
// al. 2005; around the ring if the ranks are odd); bruck: dissemination (Bruck et al. 1997).
// Alltoall: pairwise: with one partner after the other; linear: all at once, or `degree` at a time; bruck: blocks that
// share a bit of the way travel together.
// Barriers: binomial and linear: up and down that tree; double-ring: a token goes around twice; recursive-doubling;
// dissemination (Hensgen, Finkel, Manber 1988).
//
// Each function returns an error class.
#pragma once

#include "sim/core/collective_tables.hpp"
#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/collective/scratch.hpp"

namespace daruma::mpi {

int bcast_by(const AlgorithmChoice&, const Exchange&, const Buffer&, int root);
int barrier_by(const AlgorithmChoice&, const Exchange&);
/// Blocks of equal sizes; `all` is significant at the root, whose own block is there already.
int gather_by(const AlgorithmChoice&, const Exchange&, const Buffer& own, const Blocks& all, int root);
int scatter_by(const AlgorithmChoice&, const Exchange&, const Blocks& all, const Buffer& own, int root);
/// The caller's own block is there already.
int allgather_by(const AlgorithmChoice&, const Exchange&, const Blocks& all);
/// The blocks are apart, and the caller's own is there already.
int alltoall_by(const AlgorithmChoice&, const Exchange&, const Blocks& send, const Blocks& receive);

} // namespace daruma::mpi
