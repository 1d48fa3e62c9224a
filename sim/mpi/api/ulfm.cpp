// The operations of the ULFM chapter. Programs ask who has failed, and what was revoked, until they hear something:
// time passes for them as for who looks at the clock.
#include "sim/mpi/api/collective_calls.hpp"
#include "sim/mpi/api/creation.hpp"
#include "sim/mpi/process/groups.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <utility>

namespace daruma::mpi {

namespace {

/// The first `count` failed members, in the order in which they are acknowledged.
GroupPtr first_failed(const LocalCommunicator& handle, int count) {
  Members failed = handle.failed_members();
  failed.resize(static_cast<std::size_t>(count));
  return group_of(std::move(failed));
}

/// What is known of failures by now, which takes time for who asks again and again.
void ask(LocalCommunicator& handle) {
  look_at_the_clock(self());
  handle.refresh();
}

int agree_on_failed(const CollectiveSequence& turn, MPI_Group* group) {
  Members failed;
  const int error = agree_on_failures(turn, failed);
  *group = error == MPI_SUCCESS ? to_mpi(group_of(std::move(failed))) : MPI_GROUP_NULL;
  return error;
}

} // namespace

extern "C" {

int MPIX_Comm_revoke(MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) { in_kernel([&] { revoke(handle); }); });
}

int MPIX_Comm_is_revoked(MPI_Comm comm, int* flag) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    look_at_the_clock(self());
    *flag = handle.revoked;
  });
}

int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [](LocalCommunicator& handle, LocalCommunicator*& made) {
    return shrink(take_turn(handle, FaultMode::tolerant), made);
  });
}

int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  *newcomm = MPI_COMM_NULL;
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    return NonBlocking{request}(handle, [turn = take_turn(handle, FaultMode::tolerant), newcomm] {
      LocalCommunicator* made = nullptr;
      const int error = shrink(turn, made);
      *newcomm = to_mpi(made);
      return error;
    });
  });
}

int MPIX_Comm_agree(MPI_Comm comm, int* flag) {
  return on_communicator(
      __func__, comm, [&](LocalCommunicator& handle) { return agree(take_turn(handle, FaultMode::tolerant), *flag); });
}

int MPIX_Comm_iagree(MPI_Comm comm, int* flag, MPI_Request* request) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    return NonBlocking{request}(handle,
                                [turn = take_turn(handle, FaultMode::tolerant), flag] { return agree(turn, *flag); });
  });
}

int MPIX_Comm_agree_failed(MPI_Comm comm, MPI_Group* failed) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    return agree_on_failed(take_turn(handle, FaultMode::tolerant), failed);
  });
}

int MPIX_Comm_iagree_failed(MPI_Comm comm, MPI_Group* failed, MPI_Request* request) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    return NonBlocking{request}(
        handle, [turn = take_turn(handle, FaultMode::tolerant), failed] { return agree_on_failed(turn, failed); });
  });
}

int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failed) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    ask(handle);
    *failed = to_mpi(first_failed(handle, handle.failed));
  });
}

int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int* num_acked) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    ask(handle);
    handle.acknowledged = std::max(handle.acknowledged, std::min(num_to_ack, handle.failed));
    *num_acked = handle.acknowledged;
  });
}

int MPIX_Comm_failure_ack(MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    ask(handle);
    handle.acknowledged = handle.failed;
  });
}

int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failed) {
  return on_communicator(
      __func__, comm, [&](LocalCommunicator& handle) { *failed = to_mpi(first_failed(handle, handle.acknowledged)); });
}
}

} // namespace daruma::mpi
