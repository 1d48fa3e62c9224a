// Sends and receives, and the buffer of buffered sends.
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/collective/nonblocking.hpp"
#include "sim/mpi/p2p/send_buffer.hpp"
#include "sim/mpi/process/job.hpp"

#include <array>
#include <cstring>
#include <memory>
#include <utility>

namespace daruma::mpi {

namespace {

using Kind = Request::Kind;
using Mode = Request::Mode;

int blocking_send(const char* call, const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                  Mode mode) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, count, type, dest, tag, Wildcards::refused)) return error;
    Request request = make_request(handle, Kind::send, buffer_of(buffer, count, type), dest, tag);
    request.mode = mode;
    return complete(request, MPI_STATUS_IGNORE);
  });
}

enum class Start { now, later };

int nonblocking(const char* call, Kind kind, const void* buffer, int count, MPI_Datatype type, int peer, int tag,
                MPI_Comm comm, MPI_Request* result, Mode mode, Start when) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    *result = MPI_REQUEST_NULL;
    const auto wildcards = kind == Kind::receive ? Wildcards::allowed : Wildcards::refused;
    if (const int error = check(handle, count, type, peer, tag, wildcards)) return error;
    Request& request = issue(make_request(handle, kind, buffer_of(buffer, count, type), peer, tag), call);
    request.mode = mode;
    request.persistent = when == Start::later;
    if (when == Start::now) start_request(request);
    *result = to_mpi(&request);
    return +MPI_SUCCESS;
  });
}

/// Both are posted at once; a fiber waits for them.
int start_both(LocalCommunicator& comm, const Request& incoming, const Request& outgoing, std::shared_ptr<Packed> copy,
               MPI_Request* request) {
  const auto both = std::make_shared<std::array<Request, 2>>(std::array<Request, 2>{incoming, outgoing});
  for (Request& one : *both) post(one);
  *request = to_mpi(&start_operation(comm, [both, copy = std::move(copy)](Request& whole) {
    Request* const open[] = {&both->front(), &both->back()};
    wait_all(open, 2);
    whole.status = both->front().status;
    return both->front().error ? both->front().error : both->back().error;
  }));
  return MPI_SUCCESS;
}

/// `status` is that of what comes in.
int complete_both(Request& incoming, Request& outgoing, MPI_Status* status) {
  const int error = complete_both(incoming, outgoing);
  give(incoming.status, status);
  return error;
}

} // namespace

extern "C" {

// Sending in a mode: at once and waiting for it, at once, and whenever MPI_Start says so.
// NOLINTBEGIN(bugprone-macro-parentheses): names
#define DARUMA_SENDS(blocking, immediate, persistent, mode)                                                            \
  int blocking(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {                      \
    return blocking_send(__func__, buf, count, type, dest, tag, comm, mode);                                           \
  }                                                                                                                    \
  int immediate(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,                       \
                MPI_Request* request) {                                                                                \
    return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, mode, Start::now);            \
  }                                                                                                                    \
  int persistent(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,                      \
                 MPI_Request* request) {                                                                               \
    return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, mode, Start::later);          \
  }
// NOLINTEND(bugprone-macro-parentheses)

DARUMA_SENDS(MPI_Send, MPI_Isend, MPI_Send_init, Mode::standard)
DARUMA_SENDS(MPI_Ssend, MPI_Issend, MPI_Ssend_init, Mode::synchronous)
DARUMA_SENDS(MPI_Bsend, MPI_Ibsend, MPI_Bsend_init, Mode::buffered)
DARUMA_SENDS(MPI_Rsend, MPI_Irsend, MPI_Rsend_init, Mode::standard)

int MPI_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, count, type, source, tag, Wildcards::allowed)) return error;
    Request request = make_request(handle, Kind::receive, buffer_of(buf, count, type), source, tag);
    return complete(request, status);
  });
}

int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, sendcount, sendtype, dest, sendtag, Wildcards::refused)) return error;
    if (const int error = check(handle, recvcount, recvtype, source, recvtag, Wildcards::allowed)) return error;
    Request incoming = make_request(handle, Kind::receive, buffer_of(recvbuf, recvcount, recvtype), source, recvtag);
    Request outgoing = make_request(handle, Kind::send, buffer_of(sendbuf, sendcount, sendtype), dest, sendtag);
    return complete_both(incoming, outgoing, status);
  });
}

int MPI_Sendrecv_replace(void* buf, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                         MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, count, type, dest, sendtag, Wildcards::refused)) return error;
    if (const int error = check(handle, count, type, source, recvtag, Wildcards::allowed)) return error;
    Packed copy(Buffer{buf, count, type});
    Request incoming = make_request(handle, Kind::receive, buffer_of(buf, count, type), source, recvtag);
    const Buffer sent = buffer_of(copy.data(), static_cast<int>(copy.size()), MPI_BYTE);
    Request outgoing = make_request(handle, Kind::send, sent, dest, sendtag);
    return complete_both(incoming, outgoing, status);
  });
}

int MPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, sendcount, sendtype, dest, sendtag, Wildcards::refused)) return error;
    if (const int error = check(handle, recvcount, recvtype, source, recvtag, Wildcards::allowed)) return error;
    return start_both(
        handle, make_request(handle, Kind::receive, buffer_of(recvbuf, recvcount, recvtype), source, recvtag),
        make_request(handle, Kind::send, buffer_of(sendbuf, sendcount, sendtype), dest, sendtag), nullptr, request);
  });
}

int MPI_Isendrecv_replace(void* buf, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Request* request) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, count, type, dest, sendtag, Wildcards::refused)) return error;
    if (const int error = check(handle, count, type, source, recvtag, Wildcards::allowed)) return error;
    const auto copy = std::make_shared<Packed>(Buffer{buf, count, type});
    const Buffer sent = buffer_of(copy->data(), static_cast<int>(copy->size()), MPI_BYTE);
    return start_both(handle, make_request(handle, Kind::receive, buffer_of(buf, count, type), source, recvtag),
                      make_request(handle, Kind::send, sent, dest, sendtag), copy, request);
  });
}

int MPI_Irecv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::receive, buf, count, type, source, tag, comm, request, Mode::standard, Start::now);
}

int MPI_Recv_init(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::receive, buf, count, type, source, tag, comm, request, Mode::standard,
                     Start::later);
}

int MPI_Buffer_attach(void* buffer, int size) {
  Process& process = enter(__func__);
  if (size < 0 || process.send_buffer) return raise(*process.world, MPI_ERR_BUFFER);
  process.send_buffer = std::make_unique<SendBuffer>(buffer, size);
  return MPI_SUCCESS;
}

int MPI_Buffer_detach(void* address, int* size) {
  Process& process = enter(__func__);
  if (!process.send_buffer) return raise(*process.world, MPI_ERR_BUFFER);
  process.send_buffer->drain();
  void* const attached = process.send_buffer->address();
  std::memcpy(address, &attached, sizeof attached);
  *size = process.send_buffer->size();
  process.send_buffer.reset();
  return MPI_SUCCESS;
}
}

} // namespace daruma::mpi
