// Trees over the ranks of an exchange, rank 0 on top, and what goes up and down them, in pieces if that is wanted.
#pragma once

#include "sim/core/collective_tables.hpp"
#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/collective/scratch.hpp"

#include <vector>

namespace daruma::mpi {

/// A rank's place.
struct Tree {
  static constexpr int none = -1;
  int parent = none;
  std::vector<int> children; ///< in the order in which they are sent to
};

/// Each subtree holds a power of two of consecutive ranks, those with more first.
Tree binomial_tree(int rank, int n);
/// How many ranks are in the subtree of that one, which is the first of them.
int binomial_subtree(int rank, int n);
/// The same with powers of the radix.
Tree k_nomial_tree(int rank, int n, int radix);
/// Each has up to two children, level by level.
Tree binary_tree(int rank, int n);
/// So many chains at most hang from rank 0, of equal lengths but for the last.
Tree chain_tree(int rank, int n, int chains);
/// All hang from rank 0.
Tree linear_tree(int rank, int n);
/// Two children each; a subtree holds consecutive ranks, its top the last of them: the top of all is rank n - 1.
Tree in_order_binary_tree(int rank, int n);

/// That of the algorithm, which is one by a tree.
Tree tree_of(const AlgorithmChoice&, int rank, int n);

/// Whether a rank sends a piece to its children one after the other, or to all at once.
enum class Sends { in_turn, at_once };

/// A message that is too long is passed on as far as it fits.
int bcast_along(const Tree&, const Exchange&, const Buffer&, Sends, Bytes segment);
/// Reduces everybody's `mine` into that of the tree's top. Results of children come in the reverse of their order;
/// `children_are` says where they belong.
int reduce_along(const Tree&, const Exchange&, const Buffer& mine, const Operator& op, Order children_are,
                 Bytes segment);

/// By binomial trees, sent in turn; with `root` on top.

int bcast_tree(const Exchange& exchange, const Buffer& buffer, int root);
/// Ranks combine in ascending order from the root on.
int reduce_tree(const Exchange& exchange, Scratch& mine, const Operator& op, int root);
/// Nobody leaves before everybody came.
int barrier_tree(const Exchange& exchange);

} // namespace daruma::mpi
