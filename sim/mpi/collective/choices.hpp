// The algorithm that a call goes by: what the job's runtime profile says for it.
//
// An operation among part of a communicator's ranks is never hierarchical.
#pragma once

#include "sim/core/collective_tables.hpp"
#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/datatypes/operators.hpp"

namespace daruma::mpi {

AlgorithmChoice chosen(const Exchange&, Collective);
/// By the size of a buffer or block.
AlgorithmChoice chosen(const Exchange&, Collective, const Buffer&);
/// By what is reduced: all of it, or of reduce_scatter_block the blocks of all.
AlgorithmChoice chosen(const Exchange&, Collective, const Buffer& reduced, const Operator&);
/// By the mean size of the blocks.
AlgorithmChoice chosen(const Exchange&, Collective, const Blocks&);

} // namespace daruma::mpi
