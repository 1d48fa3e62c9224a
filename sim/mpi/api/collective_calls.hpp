// What the bindings of collective calls have in common: every one has a blocking, a non-blocking and a persistent form.
#pragma once

#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/collective/collectives.hpp"
#include "sim/mpi/collective/nonblocking.hpp"
#include "sim/mpi/process/errors.hpp"

#include <mpi.h>

#include <algorithm>
#include <utility>

namespace daruma::mpi {

/// Runs an algorithm at once.
struct Blocking {
  template <class Algorithm> int operator()(LocalCommunicator&, Algorithm&& algorithm) const { return algorithm(); }
};

/// Leaves it to a fiber of its own.
struct NonBlocking {
  MPI_Request* request;

  template <class Algorithm> int operator()(LocalCommunicator& comm, Algorithm&& algorithm) const {
    *request = to_mpi(&start_operation(comm, std::forward<Algorithm>(algorithm)));
    return MPI_SUCCESS;
  }
};

/// Keeps it for MPI_Start.
struct Persistent {
  MPI_Request* request;

  template <class Algorithm> int operator()(LocalCommunicator& comm, Algorithm&& algorithm) const {
    *request = to_mpi(&keep_operation(comm, std::forward<Algorithm>(algorithm)));
    return MPI_SUCCESS;
  }
};

/// Defines a call in its forms: the parameters of the blocking one come last, and `run` in `body` is one of the three
/// above.
// NOLINTBEGIN(bugprone-macro-parentheses): names and parameters
#define DARUMA_FORMS(blocking, nonblocking, persistent, body, ...)                                                     \
  int blocking(__VA_ARGS__) {                                                                                          \
    const Blocking run{};                                                                                              \
    return body;                                                                                                       \
  }                                                                                                                    \
  int nonblocking(__VA_ARGS__, MPI_Request* request) {                                                                 \
    const NonBlocking run{request};                                                                                    \
    return body;                                                                                                       \
  }                                                                                                                    \
  int persistent(__VA_ARGS__, MPI_Info, MPI_Request* request) {                                                        \
    const Persistent run{request};                                                                                     \
    return body;                                                                                                       \
  }
// NOLINTEND(bugprone-macro-parentheses)

/// A call on an intercommunicator concerns the other side's ranks.
inline int peers_of(const LocalCommunicator& comm) { return static_cast<int>(comm.peers().size()); }

inline Exchange join(LocalCommunicator& comm, int root = rootless) {
  return Exchange(take_turn(comm, FaultMode::strict, root));
}

inline int check(MPI_Count count, MPI_Datatype type) {
  if (count < 0) return MPI_ERR_COUNT;
  return is_for_data(type) ? +MPI_SUCCESS : +MPI_ERR_TYPE;
}

inline int check_operator(MPI_Op op, MPI_Datatype type) {
  return op != MPI_OP_NULL && resolve(op).suits(resolve(type)) ? +MPI_SUCCESS : +MPI_ERR_OP;
}

inline int check(const Buffer& buffer) {
  if (buffer.count < 0) return MPI_ERR_COUNT;
  return is_for_data(buffer.type) ? +MPI_SUCCESS : +MPI_ERR_TYPE;
}

inline int check(const Blocks& blocks) {
  for (const Buffer& block : blocks)
    if (const int error = check(block)) return error;
  return MPI_SUCCESS;
}

/// MPI forbids to receive where one sends from; MPI_IN_PLACE says what is meant.
inline int check_apart(const void* send, const void* receive, MPI_Count count) {
  const bool is_same = count > 0 && send && send == receive && send != MPI_IN_PLACE;
  return is_same ? +MPI_ERR_BUFFER : +MPI_SUCCESS;
}

inline int check_apart(const Buffer& send, const Buffer& receive) {
  return check_apart(send.address, receive.address, std::min(send.count, receive.count));
}

inline int check_apart(const Buffer& send, const Blocks& receive) {
  for (const Buffer& block : receive)
    if (const int error = check_apart(send, block)) return error;
  return MPI_SUCCESS;
}

/// What makes the blocks for a number of ranks, from the arguments of a call.
inline auto equal(const void* address, MPI_Count count, MPI_Datatype type) {
  return [=](int n) { return equal_blocks(const_cast<void*>(address), count, pointer_to(type), n); };
}

template <class Count, class Displacement>
auto listed(const void* address, const Count* counts, const Displacement* displacements, MPI_Datatype type) {
  return [=](int n) { return listed_blocks(const_cast<void*>(address), counts, displacements, pointer_to(type), n); };
}

/// MPI_ROOT and MPI_PROC_NULL are roots on intercommunicators only.
inline int check_root(const LocalCommunicator& comm, int root) {
  const bool is_rank = root >= 0 && root < peers_of(comm);
  const bool is_role = comm.communicator->is_inter && (root == MPI_ROOT || root == MPI_PROC_NULL);
  return is_rank || is_role ? +MPI_SUCCESS : +MPI_ERR_ROOT;
}

/// Whether the caller is the root, whose arguments are those of everybody.
inline bool is_root(const LocalCommunicator& comm, int root) {
  return comm.communicator->is_inter ? root == MPI_ROOT : root == comm.rank;
}

/// Whether the caller has a part of its own: not the root of an intercommunicator, and not MPI_IN_PLACE.
inline bool has_part(const LocalCommunicator& comm, const void* address, int root) {
  if (comm.communicator->is_inter) return root >= 0;
  return address != MPI_IN_PLACE;
}

} // namespace daruma::mpi
