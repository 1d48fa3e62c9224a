// Communicators, dynamic processes, and the ULFM operations.
#include "sim/mpi/errors.hpp"
#include "sim/mpi/job.hpp"
#include "sim/mpi/operations.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace daruma::mpi {

namespace {

/// The first `count` failed members, in the order in which they are acknowledged.
Members failed_members(const Handle& handle, std::size_t count) {
  const Communicator& communicator = *handle.communicator;
  Members failed;
  for (std::size_t i = 0; i < count; ++i)
    failed.push_back(&communicator.participant(communicator.participants.at(handle.failed[i])));
  return failed;
}

/// A collective operation that makes a communicator: `body(Handle&, Handle*& made)`.
template <class Body> int making(const char* call, MPI_Comm comm, MPI_Comm* result, Body&& body) {
  *result = MPI_COMM_NULL;
  return on_communicator(call, comm, [&](Handle& handle) {
    Handle* made = nullptr;
    const int error = body(handle, made);
    if (error == MPI_SUCCESS) *result = to_mpi(made);
    return error;
  });
}

} // namespace

extern "C" {

/// Declared by SMPI; MPI_COMM_SELF expands to a call of it.
MPI_Comm smpi_process_comm_self() { return to_mpi(self().self); }

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *rank = handle.rank;
    return MPI_SUCCESS;
  });
}

int MPI_Comm_size(MPI_Comm comm, int* size) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *size = static_cast<int>(handle.local().size());
    return MPI_SUCCESS;
  });
}

int MPI_Comm_remote_size(MPI_Comm comm, int* size) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *size = static_cast<int>(handle.peers().size());
    return handle.communicator->is_inter() ? +MPI_SUCCESS : +MPI_ERR_COMM;
  });
}

int MPI_Comm_test_inter(MPI_Comm comm, int* flag) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *flag = handle.communicator->is_inter();
    return MPI_SUCCESS;
  });
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *group = make_group(handle.local());
    return MPI_SUCCESS;
  });
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *group = make_group(handle.peers());
    return handle.communicator->is_inter() ? +MPI_SUCCESS : +MPI_ERR_COMM;
  });
}

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result) {
  return on_communicator(__func__, comm1, [&](Handle& first) {
    const Handle* second = resolve(comm2);
    if (!second) return +MPI_ERR_COMM;
    const Members& left = first.local();
    const Members& right = second->local();
    const bool same_set = left.size() == right.size() && std::is_permutation(left.begin(), left.end(), right.begin());
    *result = first.communicator == second->communicator ? MPI_IDENT
              : left == right                            ? MPI_CONGRUENT
              : same_set                                 ? MPI_SIMILAR
                                                         : MPI_UNEQUAL;
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_set_name(MPI_Comm comm, const char* name) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    handle.name = name;
    return MPI_SUCCESS;
  });
}

int MPI_Comm_get_name(MPI_Comm comm, char* name, int* length) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    const std::string text = handle.name.substr(0, MPI_MAX_OBJECT_NAME - 1);
    std::memcpy(name, text.c_str(), text.size() + 1);
    *length = static_cast<int>(text.size());
    return MPI_SUCCESS;
  });
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm,
                [&](Handle& handle, Handle*& made) { return split(handle, color, key, made); });
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](Handle& handle, Handle*& made) { return duplicate(handle, made); });
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info, MPI_Comm* newcomm) { return MPI_Comm_dup(comm, newcomm); }

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](Handle& handle, Handle*& made) {
    if (group == MPI_GROUP_NULL) return +MPI_ERR_GROUP;
    return create(handle, members_of(group), made);
  });
}

int MPI_Comm_free(MPI_Comm* comm) {
  return on_communicator(__func__, *comm, [&](Handle& handle) {
    handle.owner->inbox->close(handle.communicator->context);
    handle.owner->inbox->close(handle.collective_context());
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
  });
}

int MPI_Comm_disconnect(MPI_Comm* comm) { return MPI_Comm_free(comm); }

int MPI_Comm_get_parent(MPI_Comm* parent) {
  *parent = to_mpi(enter(__func__).parent);
  return MPI_SUCCESS;
}

int MPI_Comm_spawn(const char* command, char**, int maxprocs, MPI_Info, int root, MPI_Comm comm, MPI_Comm* intercomm,
                   int* codes) {
  return making(__func__, comm, intercomm, [&](Handle& handle, Handle*& made) {
    if (root < 0 || root >= static_cast<int>(handle.local().size())) return +MPI_ERR_ROOT;
    const bool is_root = handle.rank == root;
    std::vector<int> result;
    const int error = spawn(handle, is_root ? command : "", is_root ? maxprocs : 0, root, made, result);
    if (codes != MPI_ERRCODES_IGNORE) std::copy(result.begin(), result.end(), codes);
    return error;
  });
}

int MPI_Intercomm_merge(MPI_Comm inter, int high, MPI_Comm* newcomm) {
  return making(__func__, inter, newcomm, [&](Handle& handle, Handle*& made) {
    if (!handle.communicator->is_inter()) return +MPI_ERR_COMM;
    return merge(handle, high != 0, made);
  });
}

int MPIX_Comm_revoke(MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    in_kernel([&] { revoke(handle); });
    return MPI_SUCCESS;
  });
}

int MPIX_Comm_is_revoked(MPI_Comm comm, int* flag) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *flag = handle.revoked;
    return MPI_SUCCESS;
  });
}

int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](Handle& handle, Handle*& made) { return shrink(handle, made); });
}

int MPIX_Comm_agree(MPI_Comm comm, int* flag) {
  return on_communicator(__func__, comm, [&](Handle& handle) { return agree(handle, *flag); });
}

int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failed) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    handle.refresh();
    *failed = make_group(failed_members(handle, handle.failed.size()));
    return MPI_SUCCESS;
  });
}

int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int* num_acked) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    handle.refresh();
    const auto wanted = std::min(static_cast<std::size_t>(std::max(num_to_ack, 0)), handle.failed.size());
    handle.acknowledged = std::max(handle.acknowledged, wanted);
    *num_acked = static_cast<int>(handle.acknowledged);
    return MPI_SUCCESS;
  });
}

int MPIX_Comm_failure_ack(MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    handle.refresh();
    handle.acknowledged = handle.failed.size();
    return MPI_SUCCESS;
  });
}

int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failed) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *failed = make_group(failed_members(handle, handle.acknowledged));
    return MPI_SUCCESS;
  });
}
}

} // namespace daruma::mpi
