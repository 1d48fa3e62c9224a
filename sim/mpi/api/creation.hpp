// What the bindings of calls that make communicators have in common.
#pragma once

#include "sim/mpi/process/errors.hpp"

#include <mpi.h>

#include <algorithm>
#include <vector>

namespace daruma::mpi {

inline void give_what_fits(const std::vector<int>& values, int room, int* target) {
  const auto count = std::min(values.size(), static_cast<std::size_t>(std::max(room, 0)));
  std::copy_n(values.begin(), count, target);
}

/// A collective operation that makes a communicator: `body(LocalCommunicator&, LocalCommunicator*& made)`.
template <class Body> int making(const char* call, MPI_Comm comm, MPI_Comm* result, Body&& body) {
  if (result) *result = MPI_COMM_NULL;
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (!result) return +MPI_ERR_ARG;
    LocalCommunicator* made = nullptr;
    const int error = body(handle, made);
    if (error == MPI_SUCCESS) *result = to_mpi(made);
    return error;
  });
}

} // namespace daruma::mpi
