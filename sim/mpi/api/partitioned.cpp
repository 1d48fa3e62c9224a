// Partitioned point-to-point communication (MPI 4.0, chapter 4).
#include "sim/mpi/p2p/partitioned.hpp"
#include "sim/mpi/api/request_calls.hpp"

#include <memory>

namespace daruma::mpi {

namespace {

int make_partitioned(const char* call, Request::Kind kind, const void* buf, int partitions, MPI_Count count,
                     MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* result) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    *result = MPI_REQUEST_NULL;
    if (partitions < 1) return +MPI_ERR_ARG;
    if (!is_for_data(type)) return +MPI_ERR_TYPE;
    if (const int error = check(handle, count, type, peer, tag, Wildcards::refused)) return error;
    const Buffer all = buffer_of(buf, partitions * count, type);
    Request& request = issue(make_request(handle, kind, all, peer, tag), call);
    request.persistent = true;
    request.partitioned = std::make_shared<Partitioned>(request, partitions);
    request.partitioned->introduce();
    *result = to_mpi(&request);
    return +MPI_SUCCESS;
  });
}

/// A call on a partitioned request: `body(Request&)` returns an error class.
template <class Body> int on_partitioned(const char* call, MPI_Request handle, Request::Kind kind, Body&& body) {
  Process& process = enter(call);
  Request* const request = handle == MPI_REQUEST_NULL ? nullptr : from_mpi(handle);
  if (!request || !request->partitioned || request->kind != kind) return raise(*process.world, MPI_ERR_REQUEST);
  const int error = body(*request);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*request->handle, error);
}

/// Partitions that are not ready yet, of a send that is under way. One that has failed meanwhile takes no more.
int make_ready(const Request& request, int count, const int* partitions) {
  if (!request.active) return MPI_ERR_REQUEST;
  for (int i = 0; i < count; ++i) {
    if (partitions[i] < 0 || partitions[i] >= request.partitioned->partitions()) return MPI_ERR_ARG;
    if (request.complete) continue;
    if (request.partitioned->is_ready(partitions[i])) return MPI_ERR_ARG;
    request.partitioned->make_ready(partitions[i]);
  }
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int MPI_Psend_init(const void* buf, int partitions, MPI_Count count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm, MPI_Info, MPI_Request* request) {
  return make_partitioned(__func__, Request::Kind::send, buf, partitions, count, type, dest, tag, comm, request);
}

int MPI_Precv_init(void* buf, int partitions, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Info, MPI_Request* request) {
  return make_partitioned(__func__, Request::Kind::receive, buf, partitions, count, type, source, tag, comm, request);
}

int MPI_Pready(int partition, MPI_Request request) {
  return on_partitioned(__func__, request, Request::Kind::send,
                        [&](const Request& sending) { return make_ready(sending, 1, &partition); });
}

int MPI_Pready_range(int first, int last, MPI_Request request) {
  return on_partitioned(__func__, request, Request::Kind::send, [&](const Request& sending) {
    for (int partition = first; partition <= last; ++partition)
      if (const int error = make_ready(sending, 1, &partition)) return error;
    return +MPI_SUCCESS;
  });
}

int MPI_Pready_list(int length, const int partitions[], MPI_Request request) {
  return on_partitioned(__func__, request, Request::Kind::send,
                        [&](const Request& sending) { return make_ready(sending, length, partitions); });
}

int MPI_Parrived(MPI_Request request, int partition, int* flag) {
  return on_partitioned(__func__, request, Request::Kind::receive, [&](Request& receiving) {
    if (partition < 0 || partition >= receiving.partitioned->partitions()) return +MPI_ERR_ARG;
    poll(receiving);
    *flag = receiving.partitioned->has_arrived(partition);
    if (!*flag) pass(poll_cost);
    return +MPI_SUCCESS;
  });
}
}

} // namespace daruma::mpi
