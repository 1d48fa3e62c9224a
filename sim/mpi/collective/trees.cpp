#include "sim/mpi/collective/trees.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace daruma::mpi {

namespace {

constexpr int usual_radix = 4;
constexpr int usual_chains = 4;

int send_down(const Tree& tree, const Exchange& exchange, const Buffer& piece, Sends sends) {
  Posted outgoing(exchange);
  for (const int child : tree.children) {
    outgoing.send(piece, child);
    if (sends == Sends::at_once) continue;
    if (const int error = outgoing.complete()) return error;
  }
  return outgoing.complete();
}

} // namespace

Tree k_nomial_tree(int rank, int n, int radix) {
  Tree tree;
  std::int64_t step = 1; // what its subtree reaches to
  std::size_t most = 0;
  for (; step < n && rank / step % radix == 0; step *= radix) most += static_cast<std::size_t>(radix - 1);
  tree.children.reserve(most);
  if (rank != 0) tree.parent = static_cast<int>(rank - rank / step % radix * step);
  for (step /= radix; step >= 1; step /= radix)
    for (int i = radix - 1; i >= 1; --i)
      if (rank + i * step < n) tree.children.push_back(static_cast<int>(rank + i * step));
  return tree;
}

Tree binomial_tree(int rank, int n) { return k_nomial_tree(rank, n, 2); }

int binomial_subtree(int rank, int n) {
  int step = 1;
  while (step < n && (rank & step) == 0) step *= 2;
  return std::min(step, n - rank);
}

Tree binary_tree(int rank, int n) {
  Tree tree;
  if (rank != 0) tree.parent = (rank - 1) / 2;
  for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < n; ++child) tree.children.push_back(child);
  return tree;
}

Tree chain_tree(int rank, int n, int chains) {
  const int length = (n - 1 + chains - 1) / std::max(chains, 1);
  if (length <= 1) return linear_tree(rank, n);
  Tree tree;
  if (rank == 0) {
    for (int first = 1; first < n; first += length) tree.children.push_back(first);
    return tree;
  }
  tree.parent = (rank - 1) % length == 0 ? 0 : rank - 1;
  if (rank % length != 0 && rank + 1 < n) tree.children.push_back(rank + 1);
  return tree;
}

Tree linear_tree(int rank, int n) {
  Tree tree;
  if (rank != 0) tree.parent = 0;
  for (int child = 1; rank == 0 && child < n; ++child) tree.children.push_back(child);
  return tree;
}

Tree in_order_binary_tree(int rank, int n) {
  Tree tree;
  int begin = 0;
  int end = n;
  while (rank != end - 1) { // down to the subtree whose top it is
    tree.parent = end - 1;
    const int middle = begin + (end - 1 - begin) / 2;
    (rank < middle ? end : begin) = middle;
    if (rank >= middle) end = tree.parent;
  }
  const int middle = begin + (end - 1 - begin) / 2;
  if (middle > begin) tree.children.push_back(middle - 1);
  if (end - 1 > middle) tree.children.push_back(end - 2);
  return tree;
}

Tree tree_of(const AlgorithmChoice& choice, int rank, int n) {
  const auto degree = [&](int usual) { return choice.degree > 0 ? choice.degree : usual; };
  switch (choice.algorithm) {
  case Algorithm::linear:
    return linear_tree(rank, n);
  case Algorithm::chain:
    return chain_tree(rank, n, degree(usual_chains));
  case Algorithm::pipeline:
    return chain_tree(rank, n, 1);
  case Algorithm::binary:
    return binary_tree(rank, n);
  case Algorithm::in_order_binary:
    return in_order_binary_tree(rank, n);
  case Algorithm::k_nomial:
    return k_nomial_tree(rank, n, std::max(degree(usual_radix), 2));
  default:
    return binomial_tree(rank, n);
  }
}

int bcast_along(const Tree& tree, const Exchange& exchange, const Buffer& buffer, Sends sends, Bytes segment) {
  const Pieces pieces = pieces_of(buffer, elements_in(segment, buffer));
  const bool receives = tree.parent != Tree::none;
  Posted incoming(exchange);
  int outcome = MPI_SUCCESS;
  if (receives) incoming.receive(pieces.front(), tree.parent);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (const int error = incoming.complete()) outcome = error;
    if (outcome != MPI_SUCCESS && outcome != MPI_ERR_TRUNCATE) return outcome;
    if (receives && i + 1 < pieces.size()) incoming.receive(pieces[i + 1], tree.parent);
    if (const int error = send_down(tree, exchange, pieces[i], sends)) {
      incoming.complete();
      return error;
    }
  }
  return outcome;
}

int reduce_along(const Tree& tree, const Exchange& exchange, const Buffer& mine, const Operator& op, Order children_are,
                 Bytes segment) {
  Posted outgoing(exchange);
  for (const Buffer& piece : pieces_of(mine, elements_in(segment, mine))) {
    const Scratch theirs(tree.children.empty() ? Buffer() : piece);
    for (auto child = tree.children.rbegin(); child != tree.children.rend(); ++child) {
      if (const int error = exchange.receive(theirs.buffer(), *child)) {
        outgoing.complete();
        return error;
      }
      exchange.combine(op, piece, theirs.buffer(), children_are);
    }
    if (tree.parent != Tree::none) outgoing.send(piece, tree.parent);
  }
  return outgoing.complete();
}

int bcast_tree(const Exchange& exchange, const Buffer& buffer, int root) {
  const Exchange from = exchange.counted_from(root);
  return bcast_along(binomial_tree(from.rank(), from.size()), from, buffer, Sends::in_turn, Bytes(0));
}

int reduce_tree(const Exchange& exchange, Scratch& mine, const Operator& op, int root) {
  const Exchange from = exchange.counted_from(root);
  return reduce_along(binomial_tree(from.rank(), from.size()), from, mine.buffer(), op, Order::mine_first, Bytes(0));
}

int barrier_tree(const Exchange& exchange) {
  Scratch nothing{Buffer()};
  if (const int error = reduce_tree(exchange, nothing, resolve(MPI_BOR), 0)) return error;
  return bcast_tree(exchange, nothing.buffer(), 0);
}

} // namespace daruma::mpi
