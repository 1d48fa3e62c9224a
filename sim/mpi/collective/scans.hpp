// Prefix reductions: linear: along the ranks; recursive-doubling: in each step with a rank twice as far away (Hillis,
// Steele 1986). Both keep the order of ranks.
#pragma once

#include "sim/core/collective_tables.hpp"
#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/datatypes/operators.hpp"

namespace daruma::mpi {

enum class Scan { inclusive, exclusive };

/// An error class. Of an exclusive scan rank 0's result is left as it is.
int scan_by(const AlgorithmChoice&, const Exchange&, const Buffer& own, const Buffer& result, const Operator&, Scan);

} // namespace daruma::mpi
