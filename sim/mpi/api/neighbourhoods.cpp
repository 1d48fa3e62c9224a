// Collective calls among neighbours on a topology, in all their forms (MPI 3.1, section 7.6).
#include "sim/mpi/api/collective_calls.hpp"

namespace daruma::mpi {

namespace {

/// `out` and `in` make the blocks for so many destinations and sources.
template <class Out, class In, class Run>
int exchange_with_neighbours(const char* call, MPI_Comm comm, Out out, In in, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (!handle.communicator->topology.is_there()) return +MPI_ERR_TOPOLOGY;
    Partners partners = handle.communicator->topology.partners_of(handle.rank);
    Blocks send = out(static_cast<int>(partners.destinations.size()));
    Blocks receive = in(static_cast<int>(partners.sources.size()));
    if (const int error = check(send)) return error;
    if (const int error = check(receive)) return error;
    return run(handle, [exchange = join(handle), partners = std::move(partners), send = std::move(send),
                        receive = std::move(receive)] { return exchange.swap(send, receive, partners); });
  });
}

/// The same block for everybody.
auto repeated(const void* address, int count, MPI_Datatype type) {
  return [=](int n) { return Blocks(static_cast<std::size_t>(n), buffer_of(address, count, type)); };
}

auto typed(const void* address, const int* counts, const MPI_Aint* displacements, const MPI_Datatype* types) {
  return [=](int n) {
    Blocks blocks;
    for (int i = 0; i < n; ++i)
      blocks.emplace_back(static_cast<std::byte*>(const_cast<void*>(address)) + displacements[i], counts[i], types[i]);
    return blocks;
  };
}

} // namespace

extern "C" {

DARUMA_FORMS(MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init,
             exchange_with_neighbours(__func__, comm, repeated(sendbuf, sendcount, sendtype),
                                      equal(recvbuf, recvcount, recvtype), run),
             const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
             MPI_Datatype recvtype, MPI_Comm comm)

DARUMA_FORMS(MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init,
             exchange_with_neighbours(__func__, comm, repeated(sendbuf, sendcount, sendtype),
                                      listed(recvbuf, recvcounts, displs, recvtype), run),
             const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
             const int* displs, MPI_Datatype recvtype, MPI_Comm comm)

DARUMA_FORMS(MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init,
             exchange_with_neighbours(__func__, comm, equal(sendbuf, sendcount, sendtype),
                                      equal(recvbuf, recvcount, recvtype), run),
             const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
             MPI_Datatype recvtype, MPI_Comm comm)

DARUMA_FORMS(MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init,
             exchange_with_neighbours(__func__, comm, listed(sendbuf, sendcounts, sdispls, sendtype),
                                      listed(recvbuf, recvcounts, rdispls, recvtype), run),
             const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype, void* recvbuf,
             const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm)

DARUMA_FORMS(MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init,
             exchange_with_neighbours(__func__, comm, typed(sendbuf, sendcounts, sdispls, sendtypes),
                                      typed(recvbuf, recvcounts, rdispls, recvtypes), run),
             const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls, const MPI_Datatype* sendtypes,
             void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls, const MPI_Datatype* recvtypes,
             MPI_Comm comm)
}

} // namespace daruma::mpi
