// The calls of MPI that are not simulated: each says so, and what to use instead.
//
// They come without their parameters, which nobody reads; so this file does not see MPI's declarations of them.
#include "sim/mpi/api/refuse.hpp"

namespace daruma::mpi {

namespace {

constexpr const char* one_sided = "one-sided communication is not simulated; use MPI_Send and MPI_Recv";
constexpr const char* files =
    "parallel files are not simulated; use the C library's files, or a checkpoint of the scenario";
constexpr const char* ports = "jobs that find each other are not simulated; use MPI_Comm_spawn or MPI_Intercomm_create";
constexpr const char* neighbourhoods =
    "graphs and neighbourhood collectives are not simulated; use MPI_Cart_create and MPI_Sendrecv";
constexpr const char* fortran_handles = "handles for Fortran are not simulated; pass on the C handle";
constexpr const char* generalized_requests = "generalized requests are not simulated; use a flag of the program's own";
constexpr const char* elements = "counting the elements of a derived datatype is not simulated; use MPI_Get_count";
constexpr const char* portable_packing =
    "the portable data representation is not simulated; use MPI_Pack and MPI_Unpack";
constexpr const char* datatypes =
    "this constructor of datatypes is not simulated; use MPI_Type_create_subarray or a named datatype";
constexpr const char* paired = "this call is not simulated; use MPI_Isend and MPI_Irecv";
constexpr const char* partitioned = "partitioned communication is not simulated; use MPI_Send_init and MPI_Start";

} // namespace

// They are weak, as MPI's header declares all calls.
extern "C" {

#define OWN(call)
#define REFUSED(call, why)                                                                                             \
  [[gnu::weak]] void call() { refuse(#call, why); }                                                                    \
  [[gnu::weak]] void P##call() { refuse("P" #call, why); }
#include "sim/mpi/api/calls.def"
#undef OWN
#undef REFUSED
}

const char* reason_to_refuse(std::string_view name) {
#define OWN(call)
#define REFUSED(call, why)                                                                                             \
  if (name == #call) return why;
#include "sim/mpi/api/calls.def"
#undef OWN
#undef REFUSED
  return nullptr;
}

} // namespace daruma::mpi
