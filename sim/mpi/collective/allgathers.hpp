// Allgather of parts that lie one after the other, the caller's own there already.
#pragma once

#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/collective/scratch.hpp"

namespace daruma::mpi {

int allgather_by_ring(const Exchange&, const Parts&);
/// Among a number of ranks that is a power of two.
int allgather_by_doubling(const Exchange&, const Parts&);
/// Among an even number of ranks.
int allgather_with_neighbours(const Exchange&, const Parts&);
/// Parts from the caller's on: part 0 is its own.
int allgather_by_bruck(const Exchange&, const Parts&);

} // namespace daruma::mpi
