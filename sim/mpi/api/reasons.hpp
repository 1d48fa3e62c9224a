// Why calls of MPI are not simulated, and what to use instead: what calls.def names.
#pragma once

namespace daruma::mpi {

inline constexpr const char* files =
    "parallel files are not simulated; use the C library's files, or a checkpoint of the scenario";
inline constexpr const char* ports =
    "sockets between ranks are not simulated; use MPI_Comm_connect and MPI_Comm_accept";
inline constexpr const char* partitioned =
    "partitioned communication is not simulated; use MPI_Send_init and MPI_Start";

} // namespace daruma::mpi
