#include "sim/mpi/collective/collectives.hpp"

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

const Buffer& block(const Blocks& blocks, int rank) { return blocks[static_cast<std::size_t>(rank)]; }

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

} // namespace

int barrier(const Exchange& exchange) {
  return is_inter(exchange) ? across::barrier(exchange) : barrier_tree(exchange);
}

int bcast(const Exchange& exchange, const Buffer& buffer, int root) {
  return is_inter(exchange) ? across::bcast(exchange, buffer, root) : bcast_tree(exchange, buffer, root);
}

int reduce(const Exchange& exchange, const Buffer& own, void* result, const Operator& op, int root) {
  if (is_inter(exchange)) return across::reduce(exchange, own, result, op, root);
  Scratch mine(own);
  mine.take(own);
  const int top = op.commutes() ? root : 0;
  if (const int error = reduce_tree(exchange, mine, op, top)) return error;
  const Buffer target{result, own.count, own.type};
  if (top == root || exchange.rank() == 0) {
    if (exchange.rank() == root) Scratch::copy(mine.buffer(), target);
    return top == root || root == 0 ? +MPI_SUCCESS : exchange.send(mine.buffer(), root);
  }
  return exchange.rank() == root ? exchange.receive(target, 0) : +MPI_SUCCESS;
}

int allreduce(const Exchange& exchange, const Buffer& own, void* result, const Operator& op) {
  if (is_inter(exchange)) return across::allreduce(exchange, own, result, op);
  Scratch mine(own);
  mine.take(own);
  if (const int error = reduce_tree(exchange, mine, op, 0)) return error;
  const Buffer target{result, own.count, own.type};
  if (exchange.rank() == 0) Scratch::copy(mine.buffer(), target);
  return bcast_tree(exchange, target, 0);
}

int scan(const Exchange& exchange, const Buffer& own, void* result, const Operator& op, Scan kind) {
  const int rank = exchange.rank();
  const Buffer target{result, own.count, own.type};
  Scratch through(own);
  through.take(own);
  if (rank > 0) {
    Scratch before(own);
    if (const int error = exchange.receive(before.buffer(), rank - 1)) return error;
    op.combine(before.buffer().address, through.buffer().address, own.count, *own.type);
    if (kind == Scan::exclusive) Scratch::copy(before.buffer(), target);
  }
  if (kind == Scan::inclusive) Scratch::copy(through.buffer(), target);
  return rank + 1 < exchange.size() ? exchange.send(through.buffer(), rank + 1) : +MPI_SUCCESS;
}

int reduce_scatter(const Exchange& exchange, const Buffer& own, const std::vector<MPI_Count>& counts, void* result,
                   const Operator& op) {
  if (is_inter(exchange)) return across::reduce_scatter(exchange, own, counts, result, op);
  Scratch mine(own);
  mine.take(own);
  if (const int error = reduce_tree(exchange, mine, op, 0)) return error;
  const int rank = exchange.rank();
  const Buffer target{result, counts[static_cast<std::size_t>(rank)], own.type};
  if (rank != 0) return exchange.receive(target, 0);
  const Blocks all = listed_blocks(mine.buffer().address, counts.data(), static_cast<const MPI_Aint*>(nullptr),
                                   own.type, exchange.size());
  Scratch::copy(all.front(), target);
  return exchange.send_all(all, 0);
}

int gather(const Exchange& exchange, const Buffer& own, const Blocks& all, int root) {
  if (is_inter(exchange)) return across::gather(exchange, own, all, root);
  if (exchange.rank() != root) return exchange.send(own, root);
  if (own.address != MPI_IN_PLACE) Scratch::copy(own, block(all, root));
  return exchange.receive_all(all, root);
}

int scatter(const Exchange& exchange, const Blocks& all, const Buffer& own, int root) {
  if (is_inter(exchange)) return across::scatter(exchange, all, own, root);
  if (exchange.rank() != root) return exchange.receive(own, root);
  if (own.address != MPI_IN_PLACE) Scratch::copy(block(all, root), own);
  return exchange.send_all(all, root);
}

// Bruck, Ho, Kipnis, Upfal, Weathersby 1997: after the step of distance d each rank holds the blocks of
// the 2d ranks from itself on; blocks are kept packed in that rotated order.
int allgather(const Exchange& exchange, const Buffer& own, const Blocks& all) {
  if (is_inter(exchange)) return across::allgather(exchange, own, all);
  const int n = exchange.size();
  const int rank = exchange.rank();
  std::vector<std::size_t> offsets{0};
  for (int i = 0; i < n; ++i) offsets.push_back(offsets.back() + block(all, (rank + i) % n).bytes());
  std::vector<std::byte> packed(offsets.back() + 1);
  const Buffer& mine = own.address == MPI_IN_PLACE ? block(all, rank) : own;
  if (mine.bytes() != offsets[1]) return MPI_ERR_TRUNCATE;
  mine.pack_to(packed.data());

  const auto bytes = [&](int first, int count) {
    const auto begin = offsets.begin() + first;
    return Buffer{packed.data() + *begin, static_cast<MPI_Count>(begin[count] - *begin), MPI_BYTE};
  };
  for (int held = 1; held < n; held *= 2) {
    const int count = std::min(held, n - held);
    const int error =
        exchange.send_receive(bytes(0, count), (rank - held + n) % n, bytes(held, count), (rank + held) % n);
    if (error) return error;
  }
  for (int i = 0; i < n; ++i) {
    const Buffer& target = block(all, (rank + i) % n);
    target.unpack_from(packed.data() + offsets[static_cast<std::size_t>(i)], target.bytes());
  }
  return MPI_SUCCESS;
}

int alltoall(const Exchange& exchange, const Blocks& send, const Blocks& receive) {
  if (is_inter(exchange)) return across::alltoall(exchange, send, receive);
  std::vector<std::byte> aside;
  if (send.empty()) return alltoall(exchange, packed_aside(receive, aside), receive);
  const int n = exchange.size();
  const int rank = exchange.rank();
  Scratch::copy(block(send, rank), block(receive, rank));
  for (int distance = 1; distance < n; ++distance) {
    const int to = (rank + distance) % n;
    const int from = (rank - distance + n) % n;
    if (const int error = exchange.send_receive(block(send, to), to, block(receive, from), from)) return error;
  }
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
