// The first and the last line of the paper's programs (Figs. 4 and 5), printed by rank 0.
#pragma once

#include <mpi.h>

namespace daruma::models::dyprc {

void greet(const char* word, MPI_Comm world);

} // namespace daruma::models::dyprc
