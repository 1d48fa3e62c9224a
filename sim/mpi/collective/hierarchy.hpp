// Collective operations by nodes: one rank stands for each node; within nodes and among those who stand for them the
// operation goes by what the tables say for so many ranks.
//
// Broadcasts and results go to who stands for the root's node first, then among the nodes, then within them; what is
// reduced goes the other way. The operator commutes.
#pragma once

#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/collective/scratch.hpp"

namespace daruma::mpi {

int barrier_by_nodes(const Exchange&);
int bcast_by_nodes(const Exchange&, const Buffer&, int root);
int reduce_by_nodes(const Exchange&, const Buffer& mine, const Operator&, int root);
int allreduce_by_nodes(const Exchange&, const Buffer& mine, const Operator&);

} // namespace daruma::mpi
