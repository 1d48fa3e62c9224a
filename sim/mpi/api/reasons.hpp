// Why calls of MPI are not simulated, and what to use instead: what calls.def names.
#pragma once

namespace daruma::mpi {

inline constexpr const char* session_buffers = "buffers of sessions are not simulated; use MPI_Comm_attach_buffer";
inline constexpr const char* flushing =
    "flushing a buffer beside other calls is not simulated; use MPI_Comm_flush_buffer or MPI_Buffer_flush";

} // namespace daruma::mpi
