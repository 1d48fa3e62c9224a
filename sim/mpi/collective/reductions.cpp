#include "sim/mpi/collective/reductions.hpp"

#include "sim/mpi/collective/choices.hpp"
#include "sim/mpi/collective/distributions.hpp"
#include "sim/mpi/collective/folding.hpp"
#include "sim/mpi/collective/trees.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

/// The root takes one after the other, the last rank first.
int reduce_one_by_one(const Exchange& exchange, const Buffer& mine, const Operator& op, int root, Bytes segment) {
  const Pieces pieces = pieces_of(mine, elements_in(segment, mine));
  if (exchange.rank() != root) {
    Posted outgoing(exchange);
    for (const Buffer& piece : pieces) outgoing.send(piece, root);
    return outgoing.complete();
  }
  for (const Buffer& piece : pieces) {
    Scratch so_far(piece);
    for (int rank = exchange.size() - 1; rank >= 0; --rank) {
      Scratch theirs(piece);
      if (rank == root)
        theirs.take(piece);
      else if (const int error = exchange.receive(theirs.buffer(), rank))
        return error;
      if (rank == exchange.size() - 1)
        so_far.take(theirs.buffer());
      else
        exchange.combine(op, so_far.buffer(), theirs.buffer(), Order::theirs_first);
    }
    Scratch::copy(so_far.buffer(), piece);
  }
  return MPI_SUCCESS;
}

/// The result is at `top` and wanted at `root`.
int pass_on(const Exchange& exchange, const Buffer& result, int top, int root) {
  if (top == root) return MPI_SUCCESS;
  if (exchange.rank() == top) return exchange.send(result, root);
  return exchange.rank() == root ? exchange.receive(result, top) : +MPI_SUCCESS;
}

int reduce_in_order(const AlgorithmChoice& choice, const Exchange& exchange, const Buffer& mine, const Operator& op,
                    int root) {
  const int n = exchange.size();
  const Tree tree = tree_of(choice, exchange.rank(), n);
  if (const int error = reduce_along(tree, exchange, mine, op, Order::theirs_first, choice.segment)) return error;
  return pass_on(exchange, mine, n - 1, root);
}

int reduce_by_halving(const Exchange& exchange, const Buffer& mine, const Operator& op, int root) {
  const Folding folding(exchange);
  if (const int error = folding.gather(exchange, mine, op)) return error;
  const int root_place = folding.place_of(root);
  if (folding.place() != Folding::lent) {
    const Parts parts(mine, folding.size());
    Halving halving(folding, parts, Nearest::first);
    if (const int error = halving.reduce(exchange, op)) return error;
    if (const int error = halving.gather(exchange, root_place)) return error;
  }
  return pass_on(exchange, mine, folding.rank_of(root_place), root);
}

int allreduce_by_doubling(const Exchange& exchange, const Buffer& mine, const Operator& op) {
  const Folding folding(exchange);
  if (const int error = folding.gather(exchange, mine, op)) return error;
  for (int mask = 1; mask < folding.size() && folding.place() != Folding::lent; mask *= 2) {
    const int other = folding.place() ^ mask;
    const int with = folding.rank_of(other);
    const Scratch theirs(mine);
    if (const int error = exchange.send_receive(mine, with, theirs.buffer(), with)) return error;
    exchange.combine(op, mine, theirs.buffer(), other < folding.place() ? Order::theirs_first : Order::mine_first);
  }
  return folding.give_back(exchange, mine);
}

int allreduce_by_halving(const Exchange& exchange, const Buffer& mine, const Operator& op) {
  const Folding folding(exchange);
  if (const int error = folding.gather(exchange, mine, op)) return error;
  if (folding.place() != Folding::lent) {
    const Parts parts(mine, folding.size());
    Halving halving(folding, parts, Nearest::first);
    if (const int error = halving.reduce(exchange, op)) return error;
    if (const int error = halving.allgather(exchange)) return error;
  }
  return folding.give_back(exchange, mine);
}

/// Part i travels from rank i + shift on around the ring and is complete where it ends, at rank i + shift - 1.
int reduce_around_ring(const Exchange& exchange, const Parts& parts, const Operator& op, int shift) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  const auto part = [&](int step) { return parts[((rank - shift - step) % n + n) % n]; };
  for (int step = 0; step + 1 < n; ++step) {
    const Buffer kept = part(step + 1);
    const Scratch theirs(kept);
    const int error = exchange.send_receive(part(step), (rank + 1) % n, theirs.buffer(), (rank - 1 + n) % n);
    if (error != MPI_SUCCESS) return error;
    exchange.combine(op, kept, theirs.buffer(), Order::theirs_first);
  }
  return MPI_SUCCESS;
}

int allgather_around_ring(const Exchange& exchange, const Parts& parts, int shift) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  const auto part = [&](int step) { return parts[((rank - shift + 1 - step) % n + n) % n]; };
  for (int step = 0; step + 1 < n; ++step) {
    const int error = exchange.send_receive(part(step), (rank + 1) % n, part(step + 1), (rank - 1 + n) % n);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

int allreduce_around_ring(const Exchange& exchange, const Buffer& mine, const Operator& op, Bytes segment) {
  const int n = exchange.size();
  const MPI_Count round = segment > Bytes(0) ? elements_in(segment, mine) * n : mine.count;
  for (const Buffer& piece : pieces_of(mine, round)) {
    const Parts parts(piece, n);
    if (const int error = reduce_around_ring(exchange, parts, op, 0)) return error;
    if (const int error = allgather_around_ring(exchange, parts, 0)) return error;
  }
  return MPI_SUCCESS;
}

int reduce_scatter_from_first(const Exchange& exchange, const Buffer& mine, const Parts& blocks, const Operator& op) {
  const Tree tree = binomial_tree(exchange.rank(), exchange.size());
  if (const int error = reduce_along(tree, exchange, mine, op, Order::mine_first, Bytes(0))) return error;
  if (exchange.rank() != 0) return exchange.receive(blocks[exchange.rank()], 0);
  Posted outgoing(exchange);
  for (int rank = 1; rank < exchange.size(); ++rank) outgoing.send(blocks[rank], rank);
  return outgoing.complete();
}

/// The bits of a place among `size`, turned round.
int turned_round(int place, int size) {
  int turned = 0;
  for (int bit = 1; bit < size; bit *= 2) turned = turned * 2 + ((place & bit) != 0 ? 1 : 0);
  return turned;
}

int reduce_scatter_by_halving(const Exchange& exchange, const Buffer& mine, const Parts& blocks,
                              const std::vector<MPI_Count>& counts, const Operator& op, Nearest nearest) {
  const Folding folding(exchange);
  if (const int error = folding.gather(exchange, mine, op)) return error;
  if (folding.place() == Folding::lent) return exchange.receive(blocks[exchange.rank()], exchange.rank() + 1);
  std::vector<MPI_Count> at_places;
  for (int place = 0; place < folding.size(); ++place) {
    const auto last = static_cast<std::size_t>(folding.rank_of(place));
    at_places.push_back(counts[last] + (folding.ranks_at(place) == 2 ? counts[last - 1] : 0));
  }
  const Parts parts(mine, at_places);
  Halving halving(folding, parts, nearest);
  if (const int error = halving.reduce(exchange, op)) return error;
  const int ends_with = nearest == Nearest::last ? folding.place() : turned_round(folding.place(), folding.size());
  if (ends_with != folding.place()) {
    const int with = folding.rank_of(ends_with);
    if (const int error = exchange.send_receive(halving.part(), with, parts[folding.place()], with)) return error;
  }
  if (folding.ranks_at(folding.place()) == 1) return MPI_SUCCESS;
  return exchange.send(blocks[exchange.rank() - 1], exchange.rank() - 1);
}

int reduce_scatter_pairwise(const Exchange& exchange, const Parts& blocks, const Operator& op) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  const Buffer own = blocks[rank];
  for (int distance = 1; distance < n; ++distance) {
    const Scratch theirs(own);
    const int to = (rank + distance) % n;
    const int from = (rank - distance + n) % n;
    if (const int error = exchange.send_receive(blocks[to], to, theirs.buffer(), from)) return error;
    exchange.combine(op, own, theirs.buffer(), Order::theirs_first);
  }
  return MPI_SUCCESS;
}

} // namespace

int reduce_by(const AlgorithmChoice& choice, const Exchange& exchange, const Buffer& mine, const Operator& op,
              int root) {
  if (choice.algorithm == Algorithm::linear) return reduce_one_by_one(exchange, mine, op, root, choice.segment);
  if (choice.algorithm == Algorithm::in_order_binary) return reduce_in_order(choice, exchange, mine, op, root);
  const bool is_divisible = mine.count >= power_of_two_within(exchange.size());
  if (choice.algorithm == Algorithm::rabenseifner && is_divisible) return reduce_by_halving(exchange, mine, op, root);
  const int top = op.commutes() ? root : 0;
  const Exchange from = exchange.counted_from(top);
  const Tree tree = tree_of(choice, from.rank(), from.size());
  if (const int error = reduce_along(tree, from, mine, op, Order::mine_first, choice.segment)) return error;
  return pass_on(exchange, mine, top, root);
}

int allreduce_by(const AlgorithmChoice& choice, const Exchange& exchange, const Buffer& mine, const Operator& op) {
  switch (choice.algorithm) {
  case Algorithm::ring:
    if (mine.count < exchange.size()) return allreduce_by_doubling(exchange, mine, op);
    return allreduce_around_ring(exchange, mine, op, choice.segment);
  case Algorithm::rabenseifner:
    if (mine.count < power_of_two_within(exchange.size())) return allreduce_by_doubling(exchange, mine, op);
    return allreduce_by_halving(exchange, mine, op);
  case Algorithm::recursive_doubling:
    return allreduce_by_doubling(exchange, mine, op);
  case Algorithm::linear:
    if (const int error = reduce_by(choice, exchange, mine, op, 0)) return error;
    return bcast_by(choice, exchange, mine, 0);
  default:
    break;
  }
  const AlgorithmChoice up = chosen(exchange, Collective::reduce, mine, op);
  if (const int error = reduce_by(up, exchange, mine, op, 0)) return error;
  return bcast_by(chosen(exchange, Collective::bcast, mine), exchange, mine, 0);
}

int reduce_scatter_by(const AlgorithmChoice& choice, const Exchange& exchange, const Buffer& mine,
                      const std::vector<MPI_Count>& counts, const Operator& op) {
  const Parts blocks(mine, counts);
  switch (choice.algorithm) {
  case Algorithm::recursive_doubling:
    return allreduce_by_doubling(exchange, mine, op);
  case Algorithm::recursive_halving:
    return reduce_scatter_by_halving(exchange, mine, blocks, counts, op, Nearest::last);
  case Algorithm::butterfly:
    return reduce_scatter_by_halving(exchange, mine, blocks, counts, op, Nearest::first);
  case Algorithm::pairwise:
    return reduce_scatter_pairwise(exchange, blocks, op);
  case Algorithm::ring:
    return reduce_around_ring(exchange, blocks, op, 1);
  default:
    return reduce_scatter_from_first(exchange, mine, blocks, op);
  }
}

} // namespace daruma::mpi
