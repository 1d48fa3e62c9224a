// Buffers of buffered sends: the process's, and those of communicators (MPI 4.1, section 3.6).
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/collective/nonblocking.hpp"
#include "sim/mpi/p2p/send_buffer.hpp"
#include "sim/mpi/process/errors.hpp"

#include <cstring>
#include <limits>
#include <memory>

namespace daruma::mpi {

namespace {

using AttachedBuffer = std::shared_ptr<SendBuffer>;

int attach(AttachedBuffer& attached, void* buffer, MPI_Count size) {
  const bool is_automatic = buffer == MPI_BUFFER_AUTOMATIC;
  if (attached || (size < 0 && !is_automatic)) return MPI_ERR_BUFFER;
  attached = std::make_shared<SendBuffer>(buffer, is_automatic ? 0 : size);
  return MPI_SUCCESS;
}

template <class Count> int detach(AttachedBuffer& attached, void* address, Count* size) {
  if (!attached) return MPI_ERR_BUFFER;
  attached->drain();
  void* const memory = attached->address();
  std::memcpy(address, &memory, sizeof memory);
  *size = static_cast<Count>(attached->size());
  attached.reset();
  return MPI_SUCCESS;
}

int flush(const AttachedBuffer& attached) {
  if (attached) attached->drain();
  return MPI_SUCCESS;
}

/// Flushes beside what the process does meanwhile.
int start_flush(LocalCommunicator& on, const AttachedBuffer& attached, MPI_Request* request) {
  *request = to_mpi(&start_operation(on, [attached] { return flush(attached); }));
  return MPI_SUCCESS;
}

/// A call on the process's buffer: `body(Process&)` returns an error class.
template <class Body> int on_process_buffer(const char* call, Body&& body) {
  Process& process = enter(call);
  const int error = body(process);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

} // namespace

extern "C" {
#define DARUMA_COUNTED_CALLS "sim/mpi/api/send_buffers.inc"
#include "sim/mpi/api/counted.hpp"

int MPI_Buffer_flush(void) {
  return on_process_buffer(__func__, [](const Process& process) { return flush(process.send_buffer); });
}

int MPI_Buffer_iflush(MPI_Request* request) {
  return on_process_buffer(
      __func__, [=](const Process& process) { return start_flush(*process.world, process.send_buffer, request); });
}

int MPI_Comm_flush_buffer(MPI_Comm comm) {
  return on_communicator(__func__, comm,
                         [](LocalCommunicator& handle) { return flush(handle.annotate().send_buffer); });
}

int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) {
  return on_communicator(__func__, comm, [=](LocalCommunicator& handle) {
    return start_flush(handle, handle.annotate().send_buffer, request);
  });
}
}

} // namespace daruma::mpi
