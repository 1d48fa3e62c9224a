// What the bindings of calls with requests have in common.
#pragma once

#include "sim/mpi/p2p/messages.hpp"
#include "sim/mpi/process/errors.hpp"

#include <mpi.h>

namespace daruma::mpi {

inline Request* from_mpi(MPI_Request request) { return reinterpret_cast<Request*>(request); }
inline MPI_Request to_mpi(Request* request) { return reinterpret_cast<MPI_Request>(request); }

/// Whether MPI_ANY_SOURCE and MPI_ANY_TAG are allowed.
enum class Wildcards { refused, allowed };
int check(const LocalCommunicator& comm, MPI_Count count, MPI_Datatype type, int peer, int tag, Wildcards wildcards);

inline Buffer buffer_of(const void* address, MPI_Count count, MPI_Datatype type) {
  return {const_cast<void*>(address), count, type};
}

/// Posts it, hands it to the buffer if it is a buffered send, or starts a collective operation.
void start_request(Request& request);

/// Starts it and waits for its end.
int complete(Request& request, MPI_Status* status);

/// What a call on one message or request says; the error stays as it was there (MPI 3.1, section 3.2.5).
void give(const MPI_Status& value, MPI_Status* status);

/// A status with nothing in it.
void set_empty(MPI_Status* status);

} // namespace daruma::mpi
