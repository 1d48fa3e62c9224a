// What the bindings of calls that make communicators have in common.
#pragma once

#include "sim/mpi/process/errors.hpp"

#include <mpi.h>

namespace daruma::mpi {

/// A collective operation that makes a communicator: `body(LocalCommunicator&, LocalCommunicator*& made)`.
template <class Body> int making(const char* call, MPI_Comm comm, MPI_Comm* result, Body&& body) {
  *result = MPI_COMM_NULL;
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    LocalCommunicator* made = nullptr;
    const int error = body(handle, made);
    if (error == MPI_SUCCESS) *result = to_mpi(made);
    return error;
  });
}

} // namespace daruma::mpi
