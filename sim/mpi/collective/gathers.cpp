#include "sim/mpi/collective/distributions.hpp"
#include "sim/mpi/collective/trees.hpp"

namespace daruma::mpi {

namespace {

/// What a rank has below it in the binomial tree, itself among it, one block after the other.
class Subtree {
public:
  Subtree(const Exchange& exchange, std::size_t block)
      : exchange_(exchange), tree_(binomial_tree(exchange.rank(), exchange.size())), block_(block),
        bytes_(block * static_cast<std::size_t>(size_of(exchange.rank())) + 1) {}

  std::byte* block(int rank) { return bytes_.data() + block_ * static_cast<std::size_t>(rank - exchange_.rank()); }
  int gather() {
    for (auto child = tree_.children.rbegin(); child != tree_.children.rend(); ++child)
      if (const int error = exchange_.receive(blocks_of(*child), *child)) return error;
    return tree_.parent == Tree::none ? +MPI_SUCCESS : exchange_.send(blocks_of(exchange_.rank()), tree_.parent);
  }
  int scatter() {
    if (tree_.parent != Tree::none)
      if (const int error = exchange_.receive(blocks_of(exchange_.rank()), tree_.parent)) return error;
    for (const int child : tree_.children)
      if (const int error = exchange_.send(blocks_of(child), child)) return error;
    return MPI_SUCCESS;
  }

private:
  int size_of(int rank) const { return binomial_subtree(rank, exchange_.size()); }
  Buffer blocks_of(int rank) { return {block(rank), static_cast<MPI_Count>(block_) * size_of(rank), MPI_BYTE}; }

  const Exchange& exchange_;
  Tree tree_;
  std::size_t block_;
  std::vector<std::byte> bytes_;
};

const Buffer& block_of(const Blocks& all, int rank, int root) {
  return all[static_cast<std::size_t>(rank + root) % all.size()];
}

int gather_along_tree(const Exchange& from, const Buffer& own, const Blocks& all, int root) {
  const bool is_root = from.rank() == 0;
  const Buffer& mine = is_root ? block_of(all, 0, root) : own;
  Subtree below(from, mine.bytes());
  mine.pack_to(below.block(from.rank()));
  if (const int error = below.gather()) return error;
  for (int rank = 1; is_root && rank < from.size(); ++rank) {
    const Buffer& block = block_of(all, rank, root);
    block.unpack_from(below.block(rank), block.bytes());
  }
  return MPI_SUCCESS;
}

int scatter_along_tree(const Exchange& from, const Blocks& all, const Buffer& own, int root) {
  const bool is_root = from.rank() == 0;
  Subtree below(from, is_root ? block_of(all, 0, root).bytes() : own.bytes());
  for (int rank = 1; is_root && rank < from.size(); ++rank) block_of(all, rank, root).pack_to(below.block(rank));
  if (const int error = below.scatter()) return error;
  if (!is_root) own.unpack_from(below.block(from.rank()), own.bytes());
  return MPI_SUCCESS;
}

int gather_one_by_one(const Exchange& exchange, const Buffer& own, const Blocks& all, int root) {
  const Buffer question;
  if (exchange.rank() != root) {
    if (const int error = exchange.receive(question, root)) return error;
    return exchange.send(own, root);
  }
  for (int rank = 0; rank < exchange.size(); ++rank) {
    if (rank == root) continue;
    if (const int error = exchange.send_receive(question, rank, all[static_cast<std::size_t>(rank)], rank))
      return error;
  }
  return MPI_SUCCESS;
}

} // namespace

int gather_by(const AlgorithmChoice& choice, const Exchange& exchange, const Buffer& own, const Blocks& all, int root) {
  switch (choice.algorithm) {
  case Algorithm::binomial:
    return gather_along_tree(exchange.counted_from(root), own, all, root);
  case Algorithm::linear_sync:
    return gather_one_by_one(exchange, own, all, root);
  default:
    return exchange.rank() == root ? exchange.receive_all(all, root) : exchange.send(own, root);
  }
}

int scatter_by(const AlgorithmChoice& choice, const Exchange& exchange, const Blocks& all, const Buffer& own,
               int root) {
  if (choice.algorithm == Algorithm::binomial) return scatter_along_tree(exchange.counted_from(root), all, own, root);
  return exchange.rank() == root ? exchange.send_all(all, root) : exchange.receive(own, root);
}

} // namespace daruma::mpi
