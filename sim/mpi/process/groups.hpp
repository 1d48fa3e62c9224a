// MPI_Group: a process's handle on a group.
#pragma once

#include "sim/mpi/process/group.hpp"

#include <mpi.h>

namespace daruma::mpi {

/// What an MPI_Group stands for; MPI_GROUP_EMPTY has no members. Not for MPI_GROUP_NULL.
const GroupPtr& resolve(MPI_Group group);

/// A handle of the caller's, to be freed with MPI_Group_free.
MPI_Group to_mpi(GroupPtr group);

} // namespace daruma::mpi
