// Collective calls in which all have equal parts, blocking and not: barrier, allgather, alltoall.
#include "sim/mpi/api/collective_calls.hpp"

namespace daruma::mpi {

namespace {

template <class Run> int do_barrier(const char* call, MPI_Comm comm, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    return run(handle, [exchange = join(handle)] { return barrier(exchange); });
  });
}

/// `all` makes the receive blocks.
template <class All, class Run>
int do_allgather(const char* call, const void* sendbuf, int sendcount, MPI_Datatype sendtype, MPI_Comm comm, All all,
                 Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    Blocks blocks = all(peers_of(handle));
    if (const int error = check(blocks)) return error;
    if (sendbuf != MPI_IN_PLACE)
      if (const int error = check(sendcount, sendtype)) return error;
    if (sendbuf != MPI_IN_PLACE)
      if (const int error = check_apart(buffer_of(sendbuf, sendcount, sendtype), blocks)) return error;
    return run(handle, [exchange = join(handle), own = buffer_of(sendbuf, sendcount, sendtype),
                        blocks = std::move(blocks)] { return allgather(exchange, own, blocks); });
  });
}

/// `out` and `in` make the blocks; `out` is not asked for MPI_IN_PLACE.
template <class Out, class In, class Run>
int do_alltoall(const char* call, const void* sendbuf, MPI_Comm comm, Out out, In in, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    const int n = peers_of(handle);
    Blocks send = sendbuf == MPI_IN_PLACE ? Blocks{} : out(n);
    Blocks receive = in(n);
    if (const int error = check(send)) return error;
    if (const int error = check(receive)) return error;
    for (std::size_t i = 0; i < send.size(); ++i)
      if (const int error = check_apart(send[i], receive[i])) return error;
    return run(handle, [exchange = join(handle), send = std::move(send), receive = std::move(receive)] {
      return alltoall(exchange, send, receive);
    });
  });
}

auto typed(const void* address, const int* counts, const int* displacements, const MPI_Datatype* types) {
  return [=](int n) { return typed_blocks(const_cast<void*>(address), counts, displacements, types, n); };
}

} // namespace

extern "C" {

DARUMA_FORMS(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, do_barrier(__func__, comm, run), MPI_Comm comm)

DARUMA_FORMS(MPI_Allgather, MPI_Iallgather, MPI_Allgather_init,
             do_allgather(__func__, sendbuf, sendcount, sendtype, comm, equal(recvbuf, recvcount, recvtype), run),
             const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
             MPI_Datatype recvtype, MPI_Comm comm)

DARUMA_FORMS(MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init,
             do_allgather(__func__, sendbuf, sendcount, sendtype, comm, listed(recvbuf, recvcounts, displs, recvtype),
                          run),
             const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
             const int* displs, MPI_Datatype recvtype, MPI_Comm comm)

DARUMA_FORMS(MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init,
             do_alltoall(__func__, sendbuf, comm, equal(sendbuf, sendcount, sendtype),
                         equal(recvbuf, recvcount, recvtype), run),
             const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
             MPI_Datatype recvtype, MPI_Comm comm)

DARUMA_FORMS(MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init,
             do_alltoall(__func__, sendbuf, comm, listed(sendbuf, sendcounts, sdispls, sendtype),
                         listed(recvbuf, recvcounts, rdispls, recvtype), run),
             const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype, void* recvbuf,
             const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm)

DARUMA_FORMS(MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init,
             do_alltoall(__func__, sendbuf, comm, typed(sendbuf, sendcounts, sdispls, sendtypes),
                         typed(recvbuf, recvcounts, rdispls, recvtypes), run),
             const void* sendbuf, const int* sendcounts, const int* sdispls, const MPI_Datatype* sendtypes,
             void* recvbuf, const int* recvcounts, const int* rdispls, const MPI_Datatype* recvtypes, MPI_Comm comm)
}

} // namespace daruma::mpi
