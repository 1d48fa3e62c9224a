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
auto repeated(const void* address, MPI_Count count, MPI_Datatype type) {
  return [=](int n) { return Blocks(static_cast<std::size_t>(n), buffer_of(address, count, type)); };
}

template <class Count>
auto typed(const void* address, const Count* counts, const MPI_Aint* displacements, const MPI_Datatype* types) {
  return [=](int n) { return typed_blocks(const_cast<void*>(address), counts, displacements, types, n); };
}

} // namespace

extern "C" {
#define DARUMA_COUNTED_CALLS "sim/mpi/api/neighbourhoods.inc"
#include "sim/mpi/api/counted.hpp"
}

} // namespace daruma::mpi
