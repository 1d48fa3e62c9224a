#include "sim/mpi/api/request_calls.hpp"

#include "sim/mpi/collective/nonblocking.hpp"
#include "sim/mpi/p2p/partitioned.hpp"
#include "sim/mpi/p2p/send_buffer.hpp"

namespace daruma::mpi {

int check(const LocalCommunicator& comm, MPI_Count count, MPI_Datatype type, int peer, int tag, Wildcards wildcards) {
  const bool has_wildcards = wildcards == Wildcards::allowed;
  if (count < 0) return MPI_ERR_COUNT;
  if (count > 0 && !is_for_data(type)) return MPI_ERR_TYPE; // of nothing any will do
  const bool is_rank = peer >= 0 && peer < static_cast<int>(comm.peers().size());
  if (!is_rank && peer != MPI_PROC_NULL && !(has_wildcards && peer == MPI_ANY_SOURCE)) return MPI_ERR_RANK;
  if (tag < 0 && !(has_wildcards && tag == MPI_ANY_TAG)) return MPI_ERR_TAG;
  return MPI_SUCCESS;
}

namespace {

/// The communicator's own buffer comes first.
int send_from_buffer(Request& request) {
  const auto& notes = request.handle->annotations;
  const auto& buffer = notes && notes->send_buffer ? notes->send_buffer : request.owner->send_buffer;
  return buffer ? buffer->send(request) : +MPI_ERR_BUFFER;
}

} // namespace

void start_request(Request& request) {
  request.follower(DARUMA_STARTS);
  if (request.kind == Request::Kind::operation)
    start(request);
  else if (request.partitioned)
    request.partitioned->start();
  else if (request.mode != Request::Mode::buffered || request.peer == MPI_PROC_NULL)
    post(request);
  else
    finish_at_once(request, send_from_buffer(request));
}

int complete(Request& request, MPI_Status* status) {
  start_request(request);
  const int error = wait_for(request);
  give(request.status, status);
  return error;
}

void give(const MPI_Status& value, MPI_Status* status) {
  if (status == MPI_STATUS_IGNORE) return;
  const int error = status->MPI_ERROR;
  *status = value;
  status->MPI_ERROR = error;
}

void set_empty(MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) *status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
}

} // namespace daruma::mpi
