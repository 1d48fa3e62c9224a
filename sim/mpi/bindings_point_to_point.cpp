// Sends, receives, probes and requests.
#include "sim/mpi/errors.hpp"
#include "sim/mpi/job.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace daruma::mpi {

namespace {

using Kind = Request::Kind;

Request* from_mpi(MPI_Request request) { return reinterpret_cast<Request*>(request); }
MPI_Request to_mpi(Request* request) { return reinterpret_cast<MPI_Request>(request); }

enum class Mode { standard, synchronous };

int check(const Handle& comm, int count, MPI_Datatype type, int peer, int tag, bool wildcards) {
  if (count < 0) return MPI_ERR_COUNT;
  if (type == MPI_DATATYPE_NULL) return MPI_ERR_TYPE;
  const bool is_rank = peer >= 0 && peer < static_cast<int>(comm.peers().size());
  if (!is_rank && peer != MPI_PROC_NULL && !(wildcards && peer == MPI_ANY_SOURCE)) return MPI_ERR_RANK;
  if (tag < 0 && !(wildcards && tag == MPI_ANY_TAG)) return MPI_ERR_TAG;
  return MPI_SUCCESS;
}

Request make(Handle& comm, Kind kind, const void* buffer, int count, MPI_Datatype type, int peer, int tag,
             Mode mode = Mode::standard) {
  Request request;
  request.kind = kind;
  request.owner = comm.owner;
  request.handle = &comm;
  request.buffer = {const_cast<void*>(buffer), count, type};
  request.peer = peer;
  request.tag = tag;
  request.synchronous = mode == Mode::synchronous;
  return request;
}

int complete(Request& request, MPI_Status* status) {
  post(request);
  Request* one = &request;
  wait_all(&one, 1, false);
  if (status != MPI_STATUS_IGNORE) *status = request.status;
  return request.error;
}

int blocking_send(const char* call, const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                  Mode mode) {
  return on_communicator(call, comm, [&](Handle& handle) {
    if (const int error = check(handle, count, type, dest, tag, false)) return error;
    Request request = make(handle, Kind::send, buffer, count, type, dest, tag, mode);
    return complete(request, MPI_STATUS_IGNORE);
  });
}

enum class Start { now, later };

int nonblocking(const char* call, Kind kind, const void* buffer, int count, MPI_Datatype type, int peer, int tag,
                MPI_Comm comm, MPI_Request* result, Mode mode, Start start) {
  return on_communicator(call, comm, [&](Handle& handle) {
    *result = MPI_REQUEST_NULL;
    if (const int error = check(handle, count, type, peer, tag, kind == Kind::receive)) return error;
    auto request = std::make_unique<Request>(make(handle, kind, buffer, count, type, peer, tag, mode));
    request->persistent = start == Start::later;
    if (start == Start::now) post(*request);
    *result = to_mpi(request.release());
    return +MPI_SUCCESS;
  });
}

/// Gives the application what a settled request has for it, and frees it unless it is persistent or stays pending.
int hand_over(MPI_Request* handle, MPI_Status* status) {
  Request& request = *from_mpi(*handle);
  const int error = request.error;
  if (status != MPI_STATUS_IGNORE) {
    *status = request.status;
    status->MPI_ERROR = error;
    status->cancelled = request.cancelled;
  }
  if (!request.complete) return error;
  request.active = false;
  if (request.persistent) return error;
  delete &request;
  *handle = MPI_REQUEST_NULL;
  return error;
}

void set_empty(MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) *status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
}

bool is_inactive(MPI_Request request) { return request == MPI_REQUEST_NULL || !from_mpi(request)->active; }

std::vector<Request*> unwrap(int count, MPI_Request* requests) {
  std::vector<Request*> unwrapped;
  std::transform(requests, requests + count, std::back_inserter(unwrapped), from_mpi);
  return unwrapped;
}

/// A call on requests: `body()` returns an error class, raised on the communicator of the request it points at.
template <class Body> int on_requests(const char* call, Body&& body) {
  Handle* blamed = enter(call).world;
  const int error = body(blamed);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*blamed, error);
}

int hand_over_all(int count, MPI_Request* requests, MPI_Status* statuses, Handle*& blamed) {
  int error = MPI_SUCCESS;
  for (int i = 0; i < count; ++i) {
    MPI_Status* status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
    if (is_inactive(requests[i])) {
      set_empty(status);
      continue;
    }
    Handle* handle = from_mpi(requests[i])->handle;
    if (hand_over(requests + i, status) == MPI_SUCCESS || error) continue;
    error = MPI_ERR_IN_STATUS;
    blamed = handle;
  }
  return error;
}

bool is_settled(const Request& request) { return request.complete || request.error != MPI_SUCCESS; }

/// Waitsome and Testsome: hands over those that are settled; MPI_UNDEFINED where none is active.
int hand_over_some(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses, Handle*& blamed) {
  *done = 0;
  int error = MPI_SUCCESS;
  bool any_active = false;
  for (int i = 0; i < count; ++i) {
    if (is_inactive(requests[i])) continue;
    any_active = true;
    Request& request = *from_mpi(requests[i]);
    if (!is_settled(request)) continue;
    Handle* handle = request.handle;
    MPI_Status* status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + *done;
    if (hand_over(requests + i, status) != MPI_SUCCESS && !error) {
      error = MPI_ERR_IN_STATUS;
      blamed = handle;
    }
    indices[(*done)++] = i;
  }
  if (!any_active) *done = MPI_UNDEFINED;
  return error;
}

/// A receive that only looks: the message it would take, or why there will be none, or neither so far.
int look(Request& receive, const Message*& found) {
  found = receive.owner->inbox->peek(receive);
  if (found) return MPI_SUCCESS;
  const int error = obstacle(receive);
  return error == MPIX_ERR_PROC_FAILED_PENDING ? +MPIX_ERR_PROC_FAILED : error;
}

MPI_Status status_of(const Message& message) {
  return {message.source, message.tag, MPI_SUCCESS, static_cast<int>(message.size), 0};
}

enum class Patience { none, endless };

int probe(const char* call, int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status, Patience patience) {
  return on_communicator(call, comm, [&](Handle& handle) {
    if (const int error = check(handle, 0, MPI_BYTE, source, tag, true)) return error;
    Request looking = make(handle, Kind::receive, nullptr, 0, MPI_BYTE, source, tag);
    MPI_Status seen{MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
    const Message* found = nullptr;
    *flag = source == MPI_PROC_NULL;
    while (!*flag) {
      if (const int error = look(looking, found)) return error;
      *flag = found != nullptr;
      if (found)
        seen = status_of(*found);
      else if (patience == Patience::none)
        break;
      else
        wait_for_message(looking);
    }
    if (*flag && status != MPI_STATUS_IGNORE) *status = seen;
    if (!*flag) pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

} // namespace

extern "C" {

int MPI_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return blocking_send(__func__, buf, count, type, dest, tag, comm, Mode::standard);
}

int MPI_Ssend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return blocking_send(__func__, buf, count, type, dest, tag, comm, Mode::synchronous);
}

int MPI_Rsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return blocking_send(__func__, buf, count, type, dest, tag, comm, Mode::standard);
}

int MPI_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, count, type, source, tag, true)) return error;
    Request request = make(handle, Kind::receive, buf, count, type, source, tag);
    return complete(request, status);
  });
}

int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, sendcount, sendtype, dest, sendtag, false)) return error;
    if (const int error = check(handle, recvcount, recvtype, source, recvtag, true)) return error;
    Request incoming = make(handle, Kind::receive, recvbuf, recvcount, recvtype, source, recvtag);
    Request outgoing = make(handle, Kind::send, sendbuf, sendcount, sendtype, dest, sendtag);
    post(incoming);
    post(outgoing);
    Request* both[] = {&incoming, &outgoing};
    wait_all(both, 2, false);
    if (status != MPI_STATUS_IGNORE) *status = incoming.status;
    return incoming.error ? incoming.error : outgoing.error;
  });
}

int MPI_Sendrecv_replace(void* buf, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                         MPI_Comm comm, MPI_Status* status) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, count, type, dest, sendtag, false)) return error;
    if (const int error = check(handle, count, type, source, recvtag, true)) return error;
    const Buffer buffer{buf, count, type};
    std::vector<std::byte> copy(buffer.bytes());
    buffer.pack_to(copy.data());
    Request incoming = make(handle, Kind::receive, buf, count, type, source, recvtag);
    Request outgoing = make(handle, Kind::send, copy.data(), static_cast<int>(copy.size()), MPI_BYTE, dest, sendtag);
    post(incoming);
    post(outgoing);
    Request* both[] = {&incoming, &outgoing};
    wait_all(both, 2, false);
    if (status != MPI_STATUS_IGNORE) *status = incoming.status;
    return incoming.error ? incoming.error : outgoing.error;
  });
}

int MPI_Isend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::standard, Start::now);
}

int MPI_Issend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::synchronous, Start::now);
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

int MPI_Rsend_init(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  return nonblocking(__func__, Kind::send, buf, count, type, dest, tag, comm, request, Mode::standard, Start::later);
}

int MPI_Recv_init(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
  return nonblocking(__func__, Kind::receive, buf, count, type, source, tag, comm, request, Mode::standard,
                     Start::later);
}

int MPI_Start(MPI_Request* request) {
  return on_requests(__func__, [&](Handle*&) {
    if (*request == MPI_REQUEST_NULL || from_mpi(*request)->active) return +MPI_ERR_REQUEST;
    post(*from_mpi(*request));
    return +MPI_SUCCESS;
  });
}

int MPI_Startall(int count, MPI_Request* requests) {
  for (int i = 0; i < count; ++i)
    if (const int error = MPI_Start(requests + i)) return error;
  return MPI_SUCCESS;
}

int MPI_Request_free(MPI_Request* request) {
  return on_requests(__func__, [&](Handle*&) {
    if (*request == MPI_REQUEST_NULL) return +MPI_ERR_REQUEST;
    auto& unattended = self().unattended;
    const auto is_done = [](const auto& kept) { return !kept->active || kept->complete; };
    unattended.emplace_back(from_mpi(*request));
    unattended.erase(std::remove_if(unattended.begin(), unattended.end(), is_done), unattended.end());
    *request = MPI_REQUEST_NULL;
    return +MPI_SUCCESS;
  });
}

int MPI_Cancel(MPI_Request* request) {
  return on_requests(__func__, [&](Handle*&) {
    if (is_inactive(*request)) return +MPI_ERR_REQUEST;
    Request& cancelled = *from_mpi(*request);
    if (cancelled.complete || cancelled.kind == Kind::send || cancelled.message) return +MPI_SUCCESS;
    withdraw(cancelled);
    cancelled.cancelled = true;
    cancelled.finish(MPI_SUCCESS);
    return +MPI_SUCCESS;
  });
}

int MPI_Test_cancelled(const MPI_Status* status, int* flag) {
  *flag = status->cancelled != 0;
  return MPI_SUCCESS;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return on_requests(__func__, [&](Handle*& blamed) {
    if (is_inactive(*request)) {
      set_empty(status);
      return +MPI_SUCCESS;
    }
    Request* one = from_mpi(*request);
    blamed = one->handle;
    wait_all(&one, 1, true);
    return hand_over(request, status);
  });
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  return on_requests(__func__, [&](Handle*& blamed) {
    const auto unwrapped = unwrap(count, requests);
    wait_all(unwrapped.data(), count, true);
    return hand_over_all(count, requests, statuses, blamed);
  });
}

int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  return on_requests(__func__, [&](Handle*& blamed) {
    const int found = wait_any(unwrap(count, requests).data(), count);
    *index = found < 0 ? MPI_UNDEFINED : found;
    if (found < 0) {
      set_empty(status);
      return +MPI_SUCCESS;
    }
    blamed = from_mpi(requests[found])->handle;
    return hand_over(requests + found, status);
  });
}

int MPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  return on_requests(__func__, [&](Handle*& blamed) {
    const auto unwrapped = unwrap(count, requests);
    wait_any(unwrapped.data(), count);
    poll(unwrapped.data(), count);
    return hand_over_some(count, requests, done, indices, statuses, blamed);
  });
}

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return on_requests(__func__, [&](Handle*& blamed) {
    if (is_inactive(*request)) {
      *flag = 1;
      set_empty(status);
      return +MPI_SUCCESS;
    }
    Request* one = from_mpi(*request);
    blamed = one->handle;
    *flag = poll(&one, 1);
    if (*flag) return hand_over(request, status);
    pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  return on_requests(__func__, [&](Handle*& blamed) {
    const auto unwrapped = unwrap(count, requests);
    const auto active = std::count_if(requests, requests + count, [](MPI_Request r) { return !is_inactive(r); });
    *flag = poll(unwrapped.data(), count) == active;
    if (*flag) return hand_over_all(count, requests, statuses, blamed);
    pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

int MPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  return on_requests(__func__, [&](Handle*& blamed) {
    const auto unwrapped = unwrap(count, requests);
    *index = MPI_UNDEFINED;
    *flag = std::all_of(requests, requests + count, is_inactive);
    if (*flag) {
      set_empty(status);
      return +MPI_SUCCESS;
    }
    for (int i = 0; i < count; ++i) {
      if (is_inactive(requests[i]) || poll(&unwrapped[static_cast<std::size_t>(i)], 1) == 0) continue;
      *index = i;
      *flag = 1;
      blamed = unwrapped[static_cast<std::size_t>(i)]->handle;
      return hand_over(requests + i, status);
    }
    pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

int MPI_Testsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  return on_requests(__func__, [&](Handle*& blamed) {
    const auto unwrapped = unwrap(count, requests);
    if (poll(unwrapped.data(), count) == 0) pass(poll_cost);
    return hand_over_some(count, requests, done, indices, statuses, blamed);
  });
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  int flag = 0;
  return probe(__func__, source, tag, comm, &flag, status, Patience::endless);
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return probe(__func__, source, tag, comm, flag, status, Patience::none);
}
}

} // namespace daruma::mpi
