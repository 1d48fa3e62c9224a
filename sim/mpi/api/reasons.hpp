// Why calls of MPI are not simulated, and what to use instead: what calls.def names.
#pragma once

namespace daruma::mpi {

inline constexpr const char* session_buffers = "buffers of sessions are not simulated; use MPI_Comm_attach_buffer";

} // namespace daruma::mpi
