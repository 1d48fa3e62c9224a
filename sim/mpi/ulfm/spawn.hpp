// What MPI_Comm_spawn decides, once all its callers have come.
#pragma once

#include "sim/mpi/ulfm/rendezvous.hpp"

namespace daruma::mpi {

/// Makes the processes that the commands of the participant `root` ask for, and sees to it that they start: when the
/// profile's law says so, or by daemons. What is refused is the outcome's error.
Course decide_spawn(Rendezvous& meeting, Job& job, int root);

} // namespace daruma::mpi
