// Reductions without a root, blocking and not.
#include "sim/mpi/api/collective_calls.hpp"

#include <numeric>

namespace daruma::mpi {

namespace {

int check_reduction(const void* send, const void* receive, MPI_Op op, MPI_Count count, MPI_Datatype type) {
  if (const int error = check(count, type)) return error;
  if (const int error = check_operator(op, type)) return error;
  return check_apart(send, receive, count);
}

/// The contribution to a reduction: `send`, or the result buffer itself for MPI_IN_PLACE.
Buffer reduced(const void* send, void* result, MPI_Count count, MPI_Datatype type) {
  return buffer_of(send == MPI_IN_PLACE ? result : send, count, type);
}

template <class Run>
int do_allreduce(const char* call, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check_reduction(sendbuf, recvbuf, op, count, type)) return error;
    return run(handle, [exchange = join(handle), own = reduced(sendbuf, recvbuf, count, type), recvbuf,
                        by = OperatorPtr(&resolve(op))] { return allreduce(exchange, own, recvbuf, *by); });
  });
}

template <class Run>
int do_scan(const char* call, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
            MPI_Comm comm, Scan kind, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (const int error = check_reduction(sendbuf, recvbuf, op, count, type)) return error;
    return run(handle, [exchange = join(handle), own = reduced(sendbuf, recvbuf, count, type), recvbuf,
                        by = OperatorPtr(&resolve(op)), kind] { return scan(exchange, own, recvbuf, *by, kind); });
  });
}

/// `counts_for` lists the elements of each rank of the caller's side.
template <class Counts, class Run>
int do_reduce_scatter(const char* call, Collective which, const void* sendbuf, void* recvbuf, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm, Counts counts_for, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    const std::vector<MPI_Count> counts = counts_for(handle.local().size());
    for (const MPI_Count count : counts)
      if (const int error = check_reduction(sendbuf, recvbuf, op, count, type)) return error;
    const MPI_Count total = std::accumulate(counts.begin(), counts.end(), MPI_Count(0));
    return run(handle, [exchange = join(handle), own = reduced(sendbuf, recvbuf, total, type), counts, recvbuf,
                        by = OperatorPtr(&resolve(op)),
                        which] { return reduce_scatter(exchange, own, counts, recvbuf, *by, which); });
  });
}

auto equal(MPI_Count count) {
  return [=](std::size_t n) { return std::vector<MPI_Count>(n, count); };
}

template <class Count> auto listed(const Count* counts) {
  return [=](std::size_t n) { return std::vector<MPI_Count>(counts, counts + n); };
}

} // namespace

extern "C" {
#define DARUMA_COUNTED_CALLS "sim/mpi/api/reductions.inc"
#include "sim/mpi/api/counted.hpp"
}

} // namespace daruma::mpi
