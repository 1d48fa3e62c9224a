// Error classes, their texts, and what happens when a call returns one.
#pragma once

#include "sim/mpi/api/profiling.hpp"
#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/process/runtime.hpp"

#include <mpi.h>

#include <string>
#include <type_traits>

namespace daruma::mpi {

/// "MPI_ERR_PROC_FAILED: a process that the call depends on has failed", or an empty string for no class of MPI's.
std::string describe(int error_class);
/// With the reason, where it is known why processes failed that the process's last failing call depended on.
std::string describe(const Process&, int error_class);

/// The first error class or code that an application may add.
constexpr int first_added_error = DARUMA_MPI_ERR_LASTCODE + 1;

/// Ends a call that failed with `error` on `comm`: by its error handler, or by returning the class.
/// A handler may leave by longjmp: the caller holds no object with a destructor any more.
int raise(LocalCommunicator& comm, int error);
/// The same by another handler than the communicator's.
int raise(LocalCommunicator& comm, MPI_Errhandler handler, int error);

/// Whether it is a function of the program's.
bool is_programs(MPI_Errhandler handler);

/// The same where there is no file: by the error handler of MPI_FILE_NULL.
int raise_without_file(Process& process, int error);

/// A use of MPI that no MPI could serve (a call after MPI_Finalize, ...): ends the simulation with a sentence that
/// says who, in which call, where, and `what`.
[[noreturn]] void misuse(const std::string& call, const std::string& what);

/// The calling process, about to carry out `call`; a misuse outside of MPI_Init and MPI_Finalize.
Process& enter(const char* call);

/// The error class that `body(arguments...)` returns, or success where it returns nothing because it cannot fail.
template <class Body, class... Arguments> int error_of(Body&& body, Arguments&... arguments) {
  if constexpr (std::is_void_v<std::invoke_result_t<Body, Arguments&...>>) {
    body(arguments...);
    return MPI_SUCCESS;
  } else {
    return body(arguments...);
  }
}

/// A call on a communicator: the error of `body(LocalCommunicator&)` is raised after its objects are gone.
template <class Body> int on_communicator(const char* call, MPI_Comm comm, Body&& body) {
  Process& process = enter(call);
  LocalCommunicator* handle = resolve(comm);
  if (!handle) return raise(*process.world, MPI_ERR_COMM);
  const int error = error_of(body, *handle);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*handle, error);
}

} // namespace daruma::mpi
