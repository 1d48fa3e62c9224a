// Accesses of all members of a file together (see accesses.hpp).
#pragma once

#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/files/accesses.hpp"
#include "sim/mpi/files/stretches.hpp"

namespace daruma::mpi {

/// The caller accesses them for itself; as below.
int access_alone(const File& file, Direction direction, const std::vector<Piece>& pieces, MPI_Offset& file_size);

/// The caller's part of it; an error class. What is read is what was in the file when it had `file_size` bytes.
int access_together(const Exchange& all, const LocalFile& file, Direction direction, const std::vector<Piece>& pieces,
                    MPI_Offset& file_size);

} // namespace daruma::mpi
