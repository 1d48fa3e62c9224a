#include "sim/mpi/api/request_calls.hpp"

#include "sim/mpi/p2p/send_buffer.hpp"

namespace daruma::mpi {

int check(const LocalCommunicator& comm, int count, MPI_Datatype type, int peer, int tag, Wildcards wildcards) {
  const bool has_wildcards = wildcards == Wildcards::allowed;
  if (count < 0) return MPI_ERR_COUNT;
  if (type == MPI_DATATYPE_NULL) return MPI_ERR_TYPE;
  const bool is_rank = peer >= 0 && peer < static_cast<int>(comm.peers().size());
  if (!is_rank && peer != MPI_PROC_NULL && !(has_wildcards && peer == MPI_ANY_SOURCE)) return MPI_ERR_RANK;
  if (tag < 0 && !(has_wildcards && tag == MPI_ANY_TAG)) return MPI_ERR_TAG;
  return MPI_SUCCESS;
}

void start(Request& request) {
  if (request.mode != Request::Mode::buffered || request.peer == MPI_PROC_NULL)
    post(request);
  else
    finish_at_once(request, request.owner->send_buffer ? request.owner->send_buffer->send(request) : MPI_ERR_BUFFER);
}

int complete(Request& request, MPI_Status* status) {
  start(request);
  const int error = wait_for(request);
  if (status != MPI_STATUS_IGNORE) *status = request.status;
  return error;
}

void set_empty(MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) *status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
}

} // namespace daruma::mpi
