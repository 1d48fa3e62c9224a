// What the bindings of calls on files have in common.
#pragma once

#include "sim/mpi/files/file.hpp"
#include "sim/mpi/process/errors.hpp"

#include <mpi.h>

namespace daruma::mpi {

/// A call on a file: the error of `body(LocalFile&)` is raised after its objects are gone.
template <class Body> int on_file(const char* call, MPI_File handle, Body&& body) {
  Process& process = enter(call);
  LocalFile* const file = resolve(handle);
  if (!file || file->is_closed) return raise_without_file(process, MPI_ERR_FILE);
  const int error = error_of(body, *file);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*file->comm, error);
}

/// The same for a call of all members, who come together: `body(LocalFile&, const Exchange&)`.
template <class Body> int on_file_together(const char* call, MPI_File handle, Body&& body) {
  return on_file(call, handle, [&](LocalFile& file) {
    const Exchange all(take_turn(*file.comm, FaultMode::strict));
    return body(file, all);
  });
}

} // namespace daruma::mpi
