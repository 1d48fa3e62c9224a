// What the bindings of calls on windows have in common.
#pragma once

#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/rma/window.hpp"

#include <mpi.h>

namespace daruma::mpi {

/// A call on a window: the error of `body(LocalWindow&)` is raised after its objects are gone. After one of a failure
/// or a revocation nothing touches the caller's memory through the window any more.
template <class Body> int on_window(const char* call, MPI_Win win, Body&& body) {
  Process& process = enter(call);
  LocalWindow* const window = resolve(win);
  if (!window || window->is_freed) return raise(*process.world, MPI_ERR_WIN);
  const int error = error_of(body, *window);
  if (error == MPI_SUCCESS) return MPI_SUCCESS;
  if (error == MPIX_ERR_PROC_FAILED || error == MPIX_ERR_REVOKED) window->is_broken = true;
  return raise(*window->comm, error);
}

/// The same for a call that depends on the other members: it fails where one is known to be dead, or after a
/// revocation.
template <class Body> int on_sound_window(const char* call, MPI_Win win, Body&& body) {
  return on_window(call, win, [&](LocalWindow& window) {
    const int error = obstacle(window);
    return error ? error : error_of(body, window);
  });
}

/// The same with a rank of the window; nothing is to do with MPI_PROC_NULL.
template <class Body> int on_member(const char* call, MPI_Win win, int rank, Body&& body) {
  return on_sound_window(call, win, [&](LocalWindow& window) {
    if (rank == MPI_PROC_NULL) return +MPI_SUCCESS;
    const bool is_rank = rank >= 0 && rank < static_cast<int>(window.window->members.size());
    return is_rank ? body(window) : +MPI_ERR_RANK;
  });
}

} // namespace daruma::mpi
