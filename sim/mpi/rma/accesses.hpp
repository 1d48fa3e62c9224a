// Accesses to other members' memory: put, get, accumulate and what is made of them.
//
// What an access does at the target it does when its data have come there, at one instant: accumulates are atomic, and
// those of one origin at one target are applied in the order of their calls. Data below the eager limit are copied when
// the call is made, and the caller's buffer is free at once; otherwise it is needed until the access is complete.
// Accesses that conflict are told to the host as warnings (open_accesses.hpp), eight for a window at most. It does not
// see loads and stores of programs, and finds what meets in simulated time: of two accesses that nothing orders but
// that come one long after the other it knows nothing.
#pragma once

#include "sim/mpi/datatypes/operators.hpp"
#include "sim/mpi/p2p/messages.hpp"
#include "sim/mpi/rma/window.hpp"

#include <mpi.h>

namespace daruma::mpi {

/// Elements of a member's memory.
struct Target {
  int rank = 0; ///< a member's, or MPI_PROC_NULL
  MPI_Aint displacement = 0;
  MPI_Count count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// The call that makes an access.
struct CallSite {
  const char* call;
  const void* place;          ///< right after it, in the program
  Request* request = nullptr; ///< of Kind::access, which completes when the caller's buffers are free
};

/// Each function returns an error class; nothing is under way then.
int put(LocalWindow& window, const Buffer& from, const Target& target, const CallSite& site);
int get(LocalWindow& window, const Buffer& into, const Target& target, const CallSite& site);
/// `before` gets what was there; null if nobody wants it.
int accumulate(LocalWindow& window, const Buffer& from, const Buffer* before, const Target& target, MPI_Op op,
               const CallSite& site);
/// Replaces an element that is equal to `expected`.
int compare_and_swap(LocalWindow& window, const Buffer& from, const Buffer& expected, const Buffer& before,
                     const Target& target, const CallSite& site);

} // namespace daruma::mpi
