// The operations of the ULFM chapter.
#include "sim/mpi/api/collective_calls.hpp"
#include "sim/mpi/api/creation.hpp"
#include "sim/mpi/process/groups.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <mpi-ext.h>

#include <algorithm>

namespace daruma::mpi {

namespace {

/// The first `count` failed members, in the order in which they are acknowledged.
Members failed_members(const LocalCommunicator& handle, std::size_t count) {
  const Communicator& communicator = *handle.communicator;
  Members failed;
  for (std::size_t i = 0; i < count; ++i)
    failed.push_back(&communicator.participant(communicator.index_of(*handle.failed[i])));
  return failed;
}

} // namespace

extern "C" {

int MPIX_Comm_revoke(MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) { in_kernel([&] { revoke(handle); }); });
}

int MPIX_Comm_is_revoked(MPI_Comm comm, int* flag) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) { *flag = handle.revoked; });
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

int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failed) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    handle.refresh();
    *failed = to_mpi(group_of(failed_members(handle, handle.failed.size())));
  });
}

int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int* num_acked) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    handle.refresh();
    const auto wanted = std::min(static_cast<std::size_t>(std::max(num_to_ack, 0)), handle.failed.size());
    handle.acknowledged = std::max(handle.acknowledged, wanted);
    *num_acked = static_cast<int>(handle.acknowledged);
  });
}

int MPIX_Comm_failure_ack(MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    handle.refresh();
    handle.acknowledged = handle.failed.size();
  });
}

int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failed) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    *failed = to_mpi(group_of(failed_members(handle, handle.acknowledged)));
  });
}
}

} // namespace daruma::mpi
