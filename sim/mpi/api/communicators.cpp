// What communicators are: ranks, sizes, groups, names; and their end.
#include "sim/mpi/api/infos.hpp"
#include "sim/mpi/p2p/match_queue.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/groups.hpp"
#include "sim/mpi/process/job.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace daruma::mpi {

namespace {

/// MPI_CONGRUENT if both are one group; otherwise MPI_SIMILAR or MPI_UNEQUAL.
int compare(const Group& left, const Group& right) {
  if (&left == &right) return MPI_CONGRUENT;
  return have_same_members(left, right) ? MPI_SIMILAR : MPI_UNEQUAL;
}

/// Of intercommunicators, both sides count.
int compare(const LocalCommunicator& left, const LocalCommunicator& right) {
  if (left.communicator == right.communicator) return MPI_IDENT;
  if (left.communicator->is_inter != right.communicator->is_inter) return MPI_UNEQUAL;
  const int here = compare(left.local(), right.local());
  const int there = compare(left.peers(), right.peers());
  if (here == MPI_UNEQUAL || there == MPI_UNEQUAL) return MPI_UNEQUAL;
  return here == MPI_SIMILAR ? here : there;
}

/// Waits until the caller has nothing under way on the communicator, or never can get it.
void complete_pending(LocalCommunicator& comm) {
  std::vector<Request*> pending;
  for (Request* request : comm.owner->pending)
    if (request->handle == &comm) pending.push_back(request);
  for (const auto& request : comm.owner->issued)
    if (request->handle == &comm && request->kind == Request::Kind::operation && !request->generalized)
      pending.push_back(request.get());
  wait_all(pending.data(), static_cast<int>(pending.size()));
}

/// The handle is gone for the application; what is under way on it goes on.
int release(LocalCommunicator& handle, MPI_Comm* comm) {
  if (&handle == handle.owner->world || &handle == handle.owner->self) return MPI_ERR_COMM;
  if (const int error = remove_attributes(handle)) return error;
  const auto uses_it = [&](const Request* request) { return request->handle == &handle; };
  const auto& pending = handle.owner->pending;
  if (std::none_of(pending.begin(), pending.end(), uses_it))
    for (int context_kind = 0; context_kind < circles; ++context_kind)
      handle.owner->match_queue->close(handle.communicator->context + context_kind);
  handle.is_freed = true;
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) { *rank = handle.rank; });
}

int MPI_Comm_size(MPI_Comm comm, int* size) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (!size) return +MPI_ERR_ARG;
    *size = static_cast<int>(handle.local().size());
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_remote_size(MPI_Comm comm, int* size) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    *size = static_cast<int>(handle.peers().size());
    return handle.communicator->is_inter ? +MPI_SUCCESS : +MPI_ERR_COMM;
  });
}

int MPI_Comm_test_inter(MPI_Comm comm, int* flag) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) { *flag = handle.communicator->is_inter; });
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (!group) return +MPI_ERR_ARG;
    *group = to_mpi(handle.communicator->groups[handle.side]);
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    *group = to_mpi(handle.communicator->groups[handle.communicator->is_inter ? 1 - handle.side : 0]);
    return handle.communicator->is_inter ? +MPI_SUCCESS : +MPI_ERR_COMM;
  });
}

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result) {
  return on_communicator(__func__, comm1, [&](LocalCommunicator& first) {
    const LocalCommunicator* second = resolve(comm2);
    if (!second) return +MPI_ERR_COMM;
    *result = compare(first, *second);
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_set_name(MPI_Comm comm, const char* name) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) { handle.annotate().name = name; });
}

int MPI_Comm_get_name(MPI_Comm comm, char* name, int* length) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    const std::string text = handle.name().substr(0, MPI_MAX_OBJECT_NAME - 1);
    std::memcpy(name, text.c_str(), text.size() + 1);
    *length = static_cast<int>(text.size());
  });
}

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  return on_communicator(__func__, comm, [=](LocalCommunicator& handle) { take_hints(handle, resolve(info)); });
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info* info) {
  return on_communicator(__func__, comm, [&](const LocalCommunicator& handle) {
    if (!info) return +MPI_ERR_ARG;
    *info = to_mpi(hints_of(handle));
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_free(MPI_Comm* comm) {
  return on_communicator(__func__, *comm, [&](LocalCommunicator& handle) { return release(handle, comm); });
}

int MPI_Comm_disconnect(MPI_Comm* comm) {
  return on_communicator(__func__, *comm, [&](LocalCommunicator& handle) {
    complete_pending(handle);
    return release(handle, comm);
  });
}

int MPI_Comm_get_parent(MPI_Comm* parent) {
  *parent = to_mpi(enter(__func__).parent);
  return MPI_SUCCESS;
}
}

} // namespace daruma::mpi
