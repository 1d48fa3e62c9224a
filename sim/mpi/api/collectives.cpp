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
int do_allgather(const char* call, Collective which, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                 MPI_Comm comm, All all, Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    Blocks blocks = all(peers_of(handle));
    if (const int error = check(blocks)) return error;
    if (sendbuf != MPI_IN_PLACE)
      if (const int error = check(sendcount, sendtype)) return error;
    if (sendbuf != MPI_IN_PLACE)
      if (const int error = check_apart(buffer_of(sendbuf, sendcount, sendtype), blocks)) return error;
    return run(handle, [exchange = join(handle), own = buffer_of(sendbuf, sendcount, sendtype),
                        blocks = std::move(blocks), which] { return allgather(exchange, own, blocks, which); });
  });
}

/// `out` and `in` make the blocks; `out` is not asked for MPI_IN_PLACE.
template <class Out, class In, class Run>
int do_alltoall(const char* call, std::optional<Collective> which, const void* sendbuf, MPI_Comm comm, Out out, In in,
                Run run) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    const int n = peers_of(handle);
    Blocks send = sendbuf == MPI_IN_PLACE ? Blocks{} : out(n);
    Blocks receive = in(n);
    if (const int error = check(send)) return error;
    if (const int error = check(receive)) return error;
    for (std::size_t i = 0; i < send.size(); ++i)
      if (const int error = check_apart(send[i], receive[i])) return error;
    return run(handle, [exchange = join(handle), send = std::move(send), receive = std::move(receive), which] {
      return alltoall(exchange, send, receive, which);
    });
  });
}

template <class Count, class Displacement>
auto typed(const void* address, const Count* counts, const Displacement* displacements, const MPI_Datatype* types) {
  return [=](int n) { return typed_blocks(const_cast<void*>(address), counts, displacements, types, n); };
}

} // namespace

extern "C" {

DARUMA_FORMS(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, do_barrier(__func__, comm, run), MPI_Comm comm)

#define DARUMA_COUNTED_CALLS "sim/mpi/api/collectives.inc"
#include "sim/mpi/api/counted.hpp"
}

} // namespace daruma::mpi
