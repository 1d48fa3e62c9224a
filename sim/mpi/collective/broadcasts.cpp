#include "sim/mpi/collective/allgathers.hpp"
#include "sim/mpi/collective/distributions.hpp"
#include "sim/mpi/collective/trees.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

/// A rank's place in one of two binary trees below rank 0, whose ranks alternate.
struct Side {
  explicit Side(int rank) : which((rank - 1) % 2), index((rank - 1) / 2) {}
  int which;
  int index;
  static int rank_at(int which, int index) { return 2 * index + which + 1; }
};

Tree side_tree(int rank, int n) {
  const Side side(rank);
  Tree tree;
  tree.parent = side.index == 0 ? 0 : Side::rank_at(side.which, (side.index - 1) / 2);
  for (int index = 2 * side.index + 1; index <= 2 * side.index + 2; ++index)
    if (Side::rank_at(side.which, index) < n) tree.children.push_back(Side::rank_at(side.which, index));
  return tree;
}

/// Rank 0 sends a piece of either half to the top of its side at a time; who has no partner gets its other half from
/// rank 0.
int bcast_halves_from_top(const Exchange& exchange, const Parts& halves, Bytes segment) {
  const int n = exchange.size();
  const Pieces left = pieces_of(halves[0], elements_in(segment, halves[0]));
  const Pieces right = pieces_of(halves[1], elements_in(segment, halves[1]));
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    Posted outgoing(exchange);
    if (i < left.size()) outgoing.send(left[i], Side::rank_at(0, 0));
    if (i < right.size() && n > 2) outgoing.send(right[i], Side::rank_at(1, 0));
    if (const int error = outgoing.complete()) return error;
  }
  return n % 2 == 0 ? exchange.send(halves[1], n - 1) : +MPI_SUCCESS;
}

int bcast_split(const Exchange& exchange, const Buffer& buffer, Bytes segment) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  const Parts halves(buffer, 2);
  if (n == 1) return MPI_SUCCESS;
  if (rank == 0) return bcast_halves_from_top(exchange, halves, segment);
  const Side side(rank);
  const Tree tree = side_tree(rank, n);
  if (const int error = bcast_along(tree, exchange, halves[side.which], Sends::at_once, segment)) return error;
  const int partner = Side::rank_at(1 - side.which, side.index);
  const Buffer other = halves[1 - side.which];
  if (partner >= n) return exchange.receive(other, 0);
  return exchange.send_receive(halves[side.which], partner, other, partner);
}

int scatter_parts(const Exchange& exchange, const Parts& parts) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  const Tree tree = binomial_tree(rank, n);
  if (tree.parent != Tree::none)
    if (const int error = exchange.receive(parts.range(rank, binomial_subtree(rank, n)), tree.parent)) return error;
  for (const int child : tree.children)
    if (const int error = exchange.send(parts.range(child, binomial_subtree(child, n)), child)) return error;
  return MPI_SUCCESS;
}

int bcast_parts(Algorithm algorithm, const Exchange& exchange, const Buffer& bytes) {
  const int n = exchange.size();
  const Parts parts(bytes, n);
  if (const int error = scatter_parts(exchange, parts)) return error;
  const bool doubles = algorithm == Algorithm::scatter_allgather && power_of_two_within(n) == n;
  return doubles ? allgather_by_doubling(exchange, parts) : allgather_by_ring(exchange, parts);
}

/// Ranks may describe the same data by other datatypes; what is cut is cut between bytes.
template <class Broadcast> int as_bytes(const Exchange& exchange, const Buffer& buffer, Broadcast&& broadcast) {
  Packed packed(buffer);
  const int error = broadcast(Buffer{packed.data(), static_cast<MPI_Count>(packed.size()), MPI_BYTE});
  if (error == MPI_SUCCESS && exchange.rank() != 0) buffer.unpack_from(packed.data(), packed.size());
  return error;
}

} // namespace

int bcast_by(const AlgorithmChoice& choice, const Exchange& exchange, const Buffer& buffer, int root) {
  const Exchange from = exchange.counted_from(root);
  const Algorithm algorithm = choice.algorithm;
  if (algorithm == Algorithm::split_binary)
    return as_bytes(from, buffer, [&](const Buffer& bytes) { return bcast_split(from, bytes, choice.segment); });
  if (algorithm == Algorithm::scatter_allgather || algorithm == Algorithm::scatter_ring_allgather)
    return as_bytes(from, buffer, [&](const Buffer& bytes) { return bcast_parts(algorithm, from, bytes); });
  const Tree tree = tree_of(choice, from.rank(), from.size());
  if (choice.segment == Bytes(0)) {
    const Sends sends = algorithm == Algorithm::binomial ? Sends::in_turn : Sends::at_once;
    return bcast_along(tree, from, buffer, sends, Bytes(0));
  }
  return as_bytes(from, buffer,
                  [&](const Buffer& bytes) { return bcast_along(tree, from, bytes, Sends::at_once, choice.segment); });
}

} // namespace daruma::mpi
