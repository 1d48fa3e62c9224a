// Binomial trees over the ranks of an exchange, the root at position 0.
#pragma once

#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/collective/scratch.hpp"

#include <mpi.h>

namespace daruma::mpi {

int bcast_tree(const Exchange& exchange, const Buffer& buffer, int root);
/// Reduces everybody's `mine` into that of `root`; ranks combine in ascending order from the root on.
int reduce_tree(const Exchange& exchange, Scratch& mine, MPI_Op op, int root);
/// Nobody leaves before everybody came.
int barrier_tree(const Exchange& exchange);

} // namespace daruma::mpi
