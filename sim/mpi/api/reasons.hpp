// Why calls of MPI are not simulated, and what to use instead: what calls.def names.
#pragma once

namespace daruma::mpi {

inline constexpr const char* one_sided = "one-sided communication is not simulated; use MPI_Send and MPI_Recv";
inline constexpr const char* files =
    "parallel files are not simulated; use the C library's files, or a checkpoint of the scenario";
inline constexpr const char* ports =
    "jobs that find each other are not simulated; use MPI_Comm_spawn or MPI_Intercomm_create";
inline constexpr const char* neighbourhoods =
    "graphs and neighbourhood collectives are not simulated; use MPI_Cart_create and MPI_Sendrecv";
inline constexpr const char* fortran_handles = "handles for Fortran are not simulated; pass on the C handle";
inline constexpr const char* generalized_requests =
    "generalized requests are not simulated; use a flag of the program's own";
inline constexpr const char* elements =
    "counting the elements of a derived datatype is not simulated; use MPI_Get_count";
inline constexpr const char* portable_packing =
    "the portable data representation is not simulated; use MPI_Pack and MPI_Unpack";
inline constexpr const char* datatypes =
    "this constructor of datatypes is not simulated; use MPI_Type_create_subarray or a named datatype";
inline constexpr const char* paired = "this call is not simulated; use MPI_Isend and MPI_Irecv";
inline constexpr const char* partitioned =
    "partitioned communication is not simulated; use MPI_Send_init and MPI_Start";

} // namespace daruma::mpi
