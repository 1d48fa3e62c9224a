// The sample program of the migration paper (section 3.1) on the library of migratable.h.
#pragma once

#include "models/port/program.hpp"

#include <vector>

namespace daruma::models::migration {

/// "migr-laplace": Jacobi's iteration on size x size points in strips, one for each of the active processes; a row of
/// each neighbour and the residual over all, each iteration. Each process holds the whole field, as the paper's does:
/// that is what moves. Ends after `iterations`, or when the root of the summed squared changes is no more than
/// `residual`. `chkpt_every` 0 is the program without migration. Metrics: solve_s, iterations, residual, mean (of the
/// field, to the last bit that of a serial solver), migrations; migration_s and transfer_s of the last one.
void migr_laplace();

const std::vector<Program>& programs();

} // namespace daruma::models::migration
