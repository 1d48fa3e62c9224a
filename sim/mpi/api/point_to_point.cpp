// Sends and receives.
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/collective/nonblocking.hpp"

#include <array>
#include <memory>
#include <utility>

namespace daruma::mpi {

namespace {

using Kind = Request::Kind;
using Mode = Request::Mode;

int blocking_send(const char* call, const void* buffer, MPI_Count count, MPI_Datatype type, int dest, int tag,
                  MPI_Comm comm, Mode mode) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, count, type, dest, tag, Wildcards::refused)) return error;
    Request request = make_request(handle, Kind::send, buffer_of(buffer, count, type), dest, tag);
    request.mode = mode;
    return complete(request, MPI_STATUS_IGNORE);
  });
}

enum class Start { now, later };

int nonblocking(const char* call, Kind kind, const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
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
#define DARUMA_COUNTED_CALLS "sim/mpi/api/point_to_point.inc"
#include "sim/mpi/api/counted.hpp"
}

} // namespace daruma::mpi
