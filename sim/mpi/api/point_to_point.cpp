// Sends and receives, and the buffer of buffered sends.
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/p2p/send_buffer.hpp"
#include "sim/mpi/process/job.hpp"

#include <cstring>
#include <memory>
#include <vector>

namespace daruma::mpi {

namespace {

using Kind = Request::Kind;
using Mode = Request::Mode;

int blocking_send(const char* call, const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                  Mode mode) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, count, type, dest, tag, Wildcards::refused)) return error;
    Request request = make_request(handle, Kind::send, buffer, count, type, dest, tag);
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
    Request& request = issue(make_request(handle, kind, buffer, count, type, peer, tag), call);
    request.mode = mode;
    request.persistent = when == Start::later;
    if (when == Start::now) start(request);
    *result = to_mpi(&request);
    return +MPI_SUCCESS;
  });
}

/// The outcome of two requests that a call makes at once.
int complete_both(Request& incoming, Request& outgoing, MPI_Status* status) {
  post(incoming);
  post(outgoing);
  Request* both[] = {&incoming, &outgoing};
  wait_all(both, 2, false);
  if (status != MPI_STATUS_IGNORE) *status = incoming.status;
  return incoming.error ? incoming.error : outgoing.error;
}

} // namespace

extern "C" {

int MPI_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return blocking_send(__func__, buf, count, type, dest, tag, comm, Mode::standard);
}

int MPI_Ssend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return blocking_send(__func__, buf, count, type, dest, tag, comm, Mode::synchronous);
}

int MPI_Bsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return blocking_send(__func__, buf, count, type, dest, tag, comm, Mode::buffered);
}

int MPI_Rsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return blocking_send(__func__, buf, count, type, dest, tag, comm, Mode::standard);
}

int MPI_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, count, type, source, tag, Wildcards::allowed)) return error;
    Request request = make_request(handle, Kind::receive, buf, count, type, source, tag);
    return complete(request, status);
  });
}

int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, sendcount, sendtype, dest, sendtag, Wildcards::refused)) return error;
    if (const int error = check(handle, recvcount, recvtype, source, recvtag, Wildcards::allowed)) return error;
    Request incoming = make_request(handle, Kind::receive, recvbuf, recvcount, recvtype, source, recvtag);
    Request outgoing = make_request(handle, Kind::send, sendbuf, sendcount, sendtype, dest, sendtag);
    return complete_both(incoming, outgoing, status);
  });
}

int MPI_Sendrecv_replace(void* buf, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                         MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, count, type, dest, sendtag, Wildcards::refused)) return error;
    if (const int error = check(handle, count, type, source, recvtag, Wildcards::allowed)) return error;
    const Buffer buffer{buf, count, type};
    std::vector<std::byte> copy(buffer.bytes());
    buffer.pack_to(copy.data());
    Request incoming = make_request(handle, Kind::receive, buf, count, type, source, recvtag);
    Request outgoing =
        make_request(handle, Kind::send, copy.data(), static_cast<int>(copy.size()), MPI_BYTE, dest, sendtag);
    return complete_both(incoming, outgoing, status);
  });
}

int MPI_Isend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::standard, Start::now);
}

int MPI_Issend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::synchronous, Start::now);
}

int MPI_Ibsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::buffered, Start::now);
}

int MPI_Irsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::standard, Start::now);
}

int MPI_Irecv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::receive, buf, count, type, source, tag, comm, request, Mode::standard, Start::now);
}

int MPI_Send_init(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::standard, Start::later);
}

int MPI_Ssend_init(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::synchronous, Start::later);
}

int MPI_Bsend_init(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::buffered, Start::later);
}

int MPI_Rsend_init(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::standard, Start::later);
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
