#include "sim/mpi/collective/intercommunicator.hpp"

#include "sim/mpi/collective/collectives.hpp"
#include "sim/mpi/collective/trees.hpp"

namespace daruma::mpi::across {

namespace {

constexpr int leader = 0; // of each side

/// What the other side reduced to, at both leaders.
int swap_reductions(const Exchange& exchange, const Buffer& own, MPI_Op op, Scratch& theirs) {
  Scratch mine(own.count, own.type);
  mine.take(own);
  if (const int error = reduce_tree(exchange.within(), mine, op, leader)) return error;
  if (exchange.rank() != leader) return MPI_SUCCESS;
  return exchange.send_receive(mine.buffer(), leader, theirs.buffer(), leader);
}

} // namespace

int barrier(const Exchange& exchange) {
  const Buffer nothing;
  if (const int error = barrier_tree(exchange.within())) return error;
  if (exchange.rank() == leader)
    if (const int error = exchange.send_receive(nothing, leader, nothing, leader)) return error;
  return bcast_tree(exchange.within(), nothing, leader);
}

int bcast(const Exchange& exchange, const Buffer& buffer, int root) {
  if (root == MPI_PROC_NULL) return MPI_SUCCESS;
  if (root == MPI_ROOT) return exchange.send(buffer, leader);
  if (exchange.rank() == leader)
    if (const int error = exchange.receive(buffer, root)) return error;
  return bcast_tree(exchange.within(), buffer, leader);
}

int reduce(const Exchange& exchange, const Buffer& own, void* result, MPI_Op op, int root) {
  if (root == MPI_PROC_NULL) return MPI_SUCCESS;
  if (root == MPI_ROOT) return exchange.receive({result, own.count, own.type}, leader);
  Scratch mine(own.count, own.type);
  mine.take(own);
  if (const int error = reduce_tree(exchange.within(), mine, op, leader)) return error;
  return exchange.rank() == leader ? exchange.send(mine.buffer(), root) : +MPI_SUCCESS;
}

int allreduce(const Exchange& exchange, const Buffer& own, void* result, MPI_Op op) {
  Scratch theirs(own.count, own.type);
  if (const int error = swap_reductions(exchange, own, op, theirs)) return error;
  const Buffer target{result, own.count, own.type};
  if (exchange.rank() == leader) Scratch::copy(theirs.buffer(), target);
  return bcast_tree(exchange.within(), target, leader);
}

int reduce_scatter(const Exchange& exchange, const Buffer& own, const std::vector<int>& counts, void* result,
                   MPI_Op op) {
  Scratch theirs(own.count, own.type);
  if (const int error = swap_reductions(exchange, own, op, theirs)) return error;
  const auto n = static_cast<int>(counts.size());
  const Blocks all = listed_blocks(theirs.buffer().address, counts.data(), nullptr, own.type, n);
  const Exchange side = exchange.within();
  const Buffer target{result, counts[static_cast<std::size_t>(side.rank())], own.type};
  if (side.rank() != leader) return side.receive(target, leader);
  Scratch::copy(all[leader], target);
  return side.send_all(all, leader);
}

int gather(const Exchange& exchange, const Buffer& own, const Blocks& all, int root) {
  if (root == MPI_PROC_NULL) return MPI_SUCCESS;
  return root == MPI_ROOT ? exchange.receive_all(all) : exchange.send(own, root);
}

int scatter(const Exchange& exchange, const Blocks& all, const Buffer& own, int root) {
  if (root == MPI_PROC_NULL) return MPI_SUCCESS;
  return root == MPI_ROOT ? exchange.send_all(all) : exchange.receive(own, root);
}

int allgather(const Exchange& exchange, const Buffer& own, const Blocks& all) {
  return exchange.swap_all(Blocks(static_cast<std::size_t>(exchange.size()), own), all);
}

int alltoall(const Exchange& exchange, const Blocks& send, const Blocks& receive) {
  return exchange.swap_all(send, receive);
}

} // namespace daruma::mpi::across
