#include "sim/mpi/collective/collectives.hpp"

#include "sim/mpi/collective/choices.hpp"
#include "sim/mpi/collective/distributions.hpp"
#include "sim/mpi/collective/hierarchy.hpp"
#include "sim/mpi/collective/reductions.hpp"
#include "sim/mpi/collective/trees.hpp"

namespace daruma::mpi {

namespace {

/// On intercommunicators (MPI 3.1, section 5.2.3): data goes from one side to the other.
namespace across {

constexpr int leader = 0; // of each side

/// What the other side reduced to, at both leaders.
int swap_reductions(const Exchange& exchange, const Buffer& own, const Operator& op, Scratch& theirs) {
  Scratch mine(own);
  mine.take(own);
  if (const int error = reduce_tree(exchange.within(), mine, op, leader)) return error;
  if (exchange.rank() != leader) return MPI_SUCCESS;
  return exchange.send_receive(mine.buffer(), leader, theirs.buffer(), leader);
}

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

int reduce(const Exchange& exchange, const Buffer& own, void* result, const Operator& op, int root) {
  if (root == MPI_PROC_NULL) return MPI_SUCCESS;
  if (root == MPI_ROOT) return exchange.receive({result, own.count, own.type}, leader);
  Scratch mine(own);
  mine.take(own);
  if (const int error = reduce_tree(exchange.within(), mine, op, leader)) return error;
  return exchange.rank() == leader ? exchange.send(mine.buffer(), root) : +MPI_SUCCESS;
}

int allreduce(const Exchange& exchange, const Buffer& own, void* result, const Operator& op) {
  Scratch theirs(own);
  if (const int error = swap_reductions(exchange, own, op, theirs)) return error;
  const Buffer target{result, own.count, own.type};
  if (exchange.rank() == leader) Scratch::copy(theirs.buffer(), target);
  return bcast_tree(exchange.within(), target, leader);
}

int reduce_scatter(const Exchange& exchange, const Buffer& own, const std::vector<MPI_Count>& counts, void* result,
                   const Operator& op) {
  Scratch theirs(own);
  if (const int error = swap_reductions(exchange, own, op, theirs)) return error;
  const auto n = static_cast<int>(counts.size());
  const Blocks all =
      listed_blocks(theirs.buffer().address, counts.data(), static_cast<const MPI_Aint*>(nullptr), own.type, n);
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

} // namespace across

bool is_inter(const Exchange& exchange) { return exchange.comm().communicator->is_inter; }

/// The contents of the receive blocks, packed aside because they are overwritten.
Blocks packed_aside(const Blocks& blocks, std::vector<std::byte>& aside) {
  std::size_t size = 0;
  for (const Buffer& one : blocks) size += one.bytes();
  aside.resize(size + 1);
  Blocks packed;
  std::byte* next = aside.data();
  for (const Buffer& one : blocks) {
    one.pack_to(next);
    packed.emplace_back(next, static_cast<MPI_Count>(one.bytes()), MPI_BYTE);
    next += one.bytes();
  }
  return packed;
}

/// Libraries reduce where the result is to be: what is there already is not copied.
void begin_with(const Exchange& exchange, const Buffer& own, const Buffer& mine, const void* result) {
  if (own.address == result)
    Scratch::copy(own, mine);
  else
    exchange.copy(own, mine);
}

} // namespace

int barrier(const Exchange& exchange) {
  if (is_inter(exchange)) return across::barrier(exchange);
  const AlgorithmChoice choice = chosen(exchange, Collective::barrier);
  return choice.algorithm == Algorithm::hierarchical ? barrier_by_nodes(exchange) : barrier_by(choice, exchange);
}

int bcast(const Exchange& exchange, const Buffer& buffer, int root) {
  if (is_inter(exchange)) return across::bcast(exchange, buffer, root);
  const AlgorithmChoice choice = chosen(exchange, Collective::bcast, buffer);
  if (choice.algorithm == Algorithm::hierarchical) return bcast_by_nodes(exchange, buffer, root);
  return bcast_by(choice, exchange, buffer, root);
}

int reduce(const Exchange& exchange, const Buffer& own, void* result, const Operator& op, int root) {
  if (is_inter(exchange)) return across::reduce(exchange, own, result, op, root);
  Scratch mine(own);
  mine.take(own);
  const AlgorithmChoice choice = chosen(exchange, Collective::reduce, own, op);
  if (const int error = choice.algorithm == Algorithm::hierarchical
                            ? reduce_by_nodes(exchange, mine.buffer(), op, root)
                            : reduce_by(choice, exchange, mine.buffer(), op, root))
    return error;
  if (exchange.rank() == root) Scratch::copy(mine.buffer(), {result, own.count, own.type});
  return MPI_SUCCESS;
}

int allreduce(const Exchange& exchange, const Buffer& own, void* result, const Operator& op) {
  if (is_inter(exchange)) return across::allreduce(exchange, own, result, op);
  Scratch mine(own);
  begin_with(exchange, own, mine.buffer(), result);
  const AlgorithmChoice choice = chosen(exchange, Collective::allreduce, own, op);
  if (const int error = choice.algorithm == Algorithm::hierarchical ? allreduce_by_nodes(exchange, mine.buffer(), op)
                                                                    : allreduce_by(choice, exchange, mine.buffer(), op))
    return error;
  Scratch::copy(mine.buffer(), {result, own.count, own.type});
  return MPI_SUCCESS;
}

int scan(const Exchange& exchange, const Buffer& own, void* result, const Operator& op, Scan kind) {
  const Collective which = kind == Scan::inclusive ? Collective::scan : Collective::exscan;
  return scan_by(chosen(exchange, which, own, op), exchange, own, {result, own.count, own.type}, op, kind);
}

int reduce_scatter(const Exchange& exchange, const Buffer& own, const std::vector<MPI_Count>& counts, void* result,
                   const Operator& op, Collective which) {
  if (is_inter(exchange)) return across::reduce_scatter(exchange, own, counts, result, op);
  Scratch mine(own);
  begin_with(exchange, own, mine.buffer(), result);
  const AlgorithmChoice choice = chosen(exchange, which, own, op);
  if (const int error = reduce_scatter_by(choice, exchange, mine.buffer(), counts, op)) return error;
  const Buffer block = Parts(mine.buffer(), counts)[exchange.rank()];
  Scratch::copy(block, {result, block.count, own.type});
  return MPI_SUCCESS;
}

int gather(const Exchange& exchange, const Buffer& own, const Blocks& all, int root) {
  if (is_inter(exchange)) return across::gather(exchange, own, all, root);
  if (exchange.rank() == root && own.address != MPI_IN_PLACE) exchange.copy(own, block(all, root));
  const Buffer& mine = exchange.rank() == root ? block(all, root) : own;
  return gather_by(chosen(exchange, Collective::gather, mine), exchange, own, all, root);
}

int gatherv(const Exchange& exchange, const Buffer& own, const Blocks& all, int root) {
  if (is_inter(exchange)) return across::gather(exchange, own, all, root);
  if (exchange.rank() == root && own.address != MPI_IN_PLACE) exchange.copy(own, block(all, root));
  return gather_by({Algorithm::linear}, exchange, own, all, root);
}

int scatter(const Exchange& exchange, const Blocks& all, const Buffer& own, int root) {
  if (is_inter(exchange)) return across::scatter(exchange, all, own, root);
  if (exchange.rank() == root && own.address != MPI_IN_PLACE) exchange.copy(block(all, root), own);
  const Buffer& mine = exchange.rank() == root ? block(all, root) : own;
  return scatter_by(chosen(exchange, Collective::scatter, mine), exchange, all, own, root);
}

int scatterv(const Exchange& exchange, const Blocks& all, const Buffer& own, int root) {
  if (is_inter(exchange)) return across::scatter(exchange, all, own, root);
  if (exchange.rank() == root && own.address != MPI_IN_PLACE) exchange.copy(block(all, root), own);
  return scatter_by({Algorithm::linear}, exchange, all, own, root);
}

int allgather(const Exchange& exchange, const Buffer& own, const Blocks& all, Collective which) {
  if (is_inter(exchange)) return across::allgather(exchange, own, all);
  const Buffer& mine = block(all, exchange.rank());
  if (own.address != MPI_IN_PLACE) {
    if (own.bytes() != mine.bytes()) return MPI_ERR_TRUNCATE;
    exchange.copy(own, mine);
  }
  return allgather_by(chosen(exchange, which, all), exchange, all);
}

int alltoall(const Exchange& exchange, const Blocks& send, const Blocks& receive, std::optional<Collective> which) {
  if (is_inter(exchange)) return across::alltoall(exchange, send, receive);
  std::vector<std::byte> aside;
  if (send.empty()) return alltoall(exchange, packed_aside(receive, aside), receive, which);
  exchange.copy(block(send, exchange.rank()), block(receive, exchange.rank()));
  return alltoall_by(which ? chosen(exchange, *which, send) : default_choice(Collective::alltoall), exchange, send,
                     receive);
}

} // namespace daruma::mpi
