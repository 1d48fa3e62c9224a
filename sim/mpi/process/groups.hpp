// MPI groups: ordered sets of processes.
#pragma once

#include "sim/mpi/process/process.hpp"

#include <mpi.h>

#include <vector>

namespace daruma::mpi {

using Members = std::vector<Process*>;

/// What an MPI_Group stands for; MPI_GROUP_EMPTY has no members. Not for MPI_GROUP_NULL.
const Members& members_of(MPI_Group group);

/// A group of the caller's, to be freed with MPI_Group_free.
MPI_Group make_group(Members members);

/// Position of a process in a group, MPI_UNDEFINED if it is not in it.
int position(const Members& members, const Process& process);

} // namespace daruma::mpi
