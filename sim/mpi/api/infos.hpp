// MPI_Info: hints, a text under each key.
#pragma once

#include <mpi.h>

#include <string>
#include <utility>
#include <vector>

namespace daruma::mpi {

/// In the order in which the keys were set first.
using Info = std::vector<std::pair<std::string, std::string>>;

/// The empty one for MPI_INFO_NULL.
const Info& resolve(MPI_Info info);

/// The text under a key, or null.
const std::string* find(const Info& info, const std::string& key);

/// A handle of the program's.
MPI_Info to_mpi(const Info& info);

struct LocalCommunicator;

/// The communicator has these hints from now on, as far as MPI names them, besides those that it had.
void take_hints(LocalCommunicator& handle, const Info& hints);
/// All that it has taken.
Info hints_of(const LocalCommunicator& handle);

} // namespace daruma::mpi
