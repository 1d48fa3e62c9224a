// Collective calls with a root, blocking and not: bcast, gather, scatter, reduce.
#include "sim/mpi/api/collective_calls.hpp"

namespace daruma::mpi {

namespace {

template <class Run>
int do_bcast(const char* call, void* buf, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check_root(handle, root)) return error;
    if (const int error = root == MPI_PROC_NULL ? +MPI_SUCCESS : check(count, type)) return error;
    return run(handle, [exchange = join(handle, root), buffer = buffer_of(buf, count, type), root] {
      return bcast(exchange, buffer, root);
    });
  });
}

template <class Run>
int do_reduce(const char* call, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
              int root, MPI_Comm comm, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check_root(handle, root)) return error;
    if (const int error = root == MPI_PROC_NULL ? +MPI_SUCCESS : check(count, type)) return error;
    if (const int error = root == MPI_PROC_NULL ? +MPI_SUCCESS : check_operator(op, type)) return error;
    if (is_root(handle, root) && !handle.communicator->is_inter)
      if (const int error = check_apart(sendbuf, recvbuf, count)) return error;
    const Buffer own = buffer_of(sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count, type);
    return run(handle, [exchange = join(handle, root), own, recvbuf, by = OperatorPtr(&resolve(op)), root] {
      return reduce(exchange, own, recvbuf, *by, root);
    });
  });
}

/// `all` makes the blocks, at the root; `collect` is gather or gatherv.
template <class All, class Collect, class Run>
int do_gather(const char* call, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, MPI_Datatype recvtype,
              int root, MPI_Comm comm, All all, Collect collect, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check_root(handle, root)) return error;
    if (has_part(handle, sendbuf, root))
      if (const int error = check(sendcount, sendtype)) return error;
    if (is_root(handle, root) && !is_for_data(recvtype)) return +MPI_ERR_TYPE;
    Blocks blocks = is_root(handle, root) ? all(peers_of(handle)) : Blocks{};
    if (const int error = check(blocks)) return error;
    if (has_part(handle, sendbuf, root))
      if (const int error = check_apart(buffer_of(sendbuf, sendcount, sendtype), blocks)) return error;
    return run(handle, [exchange = join(handle, root), own = buffer_of(sendbuf, sendcount, sendtype),
                        blocks = std::move(blocks), root, collect] { return collect(exchange, own, blocks, root); });
  });
}

/// `distribute` is scatter or scatterv.
template <class All, class Distribute, class Run>
int do_scatter(const char* call, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
               int root, MPI_Comm comm, All all, Distribute distribute, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check_root(handle, root)) return error;
    if (has_part(handle, recvbuf, root))
      if (const int error = check(recvcount, recvtype)) return error;
    if (is_root(handle, root) && !is_for_data(sendtype)) return +MPI_ERR_TYPE;
    Blocks blocks = is_root(handle, root) ? all(peers_of(handle)) : Blocks{};
    if (const int error = check(blocks)) return error;
    if (has_part(handle, recvbuf, root))
      if (const int error = check_apart(buffer_of(recvbuf, recvcount, recvtype), blocks)) return error;
    return run(handle,
               [exchange = join(handle, root), own = buffer_of(recvbuf, recvcount, recvtype),
                blocks = std::move(blocks), root, distribute] { return distribute(exchange, blocks, own, root); });
  });
}

} // namespace

extern "C" {
#define DARUMA_COUNTED_CALLS "sim/mpi/api/rooted_collectives.inc"
#include "sim/mpi/api/counted.hpp"
}

} // namespace daruma::mpi
