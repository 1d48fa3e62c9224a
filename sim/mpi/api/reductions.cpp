// Reductions without a root, blocking and not.
#include "sim/mpi/api/collective_calls.hpp"

#include <numeric>

namespace daruma::mpi {

namespace {

int check_reduction(const void* send, const void* receive, MPI_Op op, int count, MPI_Datatype type) {
  if (const int error = check(count, type)) return error;
  if (const int error = check_operator(op, type)) return error;
  return check_apart(send, receive, count);
}

/// The contribution to a reduction: `send`, or the result buffer itself for MPI_IN_PLACE.
Buffer reduced(const void* send, void* result, int count, MPI_Datatype type) {
  return buffer_of(send == MPI_IN_PLACE ? result : send, count, type);
}

template <class Run>
int do_allreduce(const char* call, const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check_reduction(sendbuf, recvbuf, op, count, type)) return error;
    return run(handle, [exchange = join(handle), own = reduced(sendbuf, recvbuf, count, type), recvbuf,
                        by = OperatorPtr(&resolve(op))] { return allreduce(exchange, own, recvbuf, *by); });
  });
}

template <class Run>
int do_scan(const char* call, const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
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
int do_reduce_scatter(const char* call, const void* sendbuf, void* recvbuf, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                      Counts counts_for, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    const std::vector<int> counts = counts_for(handle.local().size());
    for (const int count : counts)
      if (const int error = check_reduction(sendbuf, recvbuf, op, count, type)) return error;
    const int total = std::accumulate(counts.begin(), counts.end(), 0);
    return run(handle,
               [exchange = join(handle), own = reduced(sendbuf, recvbuf, total, type), counts, recvbuf,
                by = OperatorPtr(&resolve(op))] { return reduce_scatter(exchange, own, counts, recvbuf, *by); });
  });
}

auto equal(int count) {
  return [=](std::size_t n) { return std::vector<int>(n, count); };
}

auto listed(const int* counts) {
  return [=](std::size_t n) { return std::vector<int>(counts, counts + n); };
}

} // namespace

extern "C" {

DARUMA_FORMS(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init,
             do_allreduce(__func__, sendbuf, recvbuf, count, type, op, comm, run), const void* sendbuf, void* recvbuf,
             int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)

DARUMA_FORMS(MPI_Scan, MPI_Iscan, MPI_Scan_init,
             do_scan(__func__, sendbuf, recvbuf, count, type, op, comm, Scan::inclusive, run), const void* sendbuf,
             void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)

DARUMA_FORMS(MPI_Exscan, MPI_Iexscan, MPI_Exscan_init,
             do_scan(__func__, sendbuf, recvbuf, count, type, op, comm, Scan::exclusive, run), const void* sendbuf,
             void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)

DARUMA_FORMS(MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init,
             do_reduce_scatter(__func__, sendbuf, recvbuf, type, op, comm, listed(recvcounts), run),
             const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype type, MPI_Op op, MPI_Comm comm)

DARUMA_FORMS(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init,
             do_reduce_scatter(__func__, sendbuf, recvbuf, type, op, comm, equal(recvcount), run), const void* sendbuf,
             void* recvbuf, int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
}

} // namespace daruma::mpi
