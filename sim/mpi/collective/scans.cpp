#include "sim/mpi/collective/scans.hpp"

#include "sim/mpi/collective/scratch.hpp"

namespace daruma::mpi {

namespace {

int scan_along_ranks(const Exchange& exchange, const Buffer& own, const Buffer& result, const Operator& op, Scan kind) {
  const int rank = exchange.rank();
  Scratch through(own);
  through.take(own);
  if (rank > 0) {
    const Scratch before(own);
    if (const int error = exchange.receive(before.buffer(), rank - 1)) return error;
    exchange.combine(op, through.buffer(), before.buffer(), Order::theirs_first);
    if (kind == Scan::exclusive) Scratch::copy(before.buffer(), result);
  }
  if (kind == Scan::inclusive) Scratch::copy(through.buffer(), result);
  return rank + 1 < exchange.size() ? exchange.send(through.buffer(), rank + 1) : +MPI_SUCCESS;
}

int scan_by_doubling(const Exchange& exchange, const Buffer& own, const Buffer& result, const Operator& op, Scan kind) {
  const int rank = exchange.rank();
  Scratch block(own); // of the ranks that share the caller's higher bits
  Scratch before(own);
  block.take(own);
  bool has_before = false;
  for (int mask = 1; mask < exchange.size(); mask *= 2) {
    const int with = rank ^ mask;
    if (with >= exchange.size()) continue;
    const Scratch theirs(own);
    if (const int error = exchange.send_receive(block.buffer(), with, theirs.buffer(), with)) return error;
    if (with < rank) {
      if (has_before)
        exchange.combine(op, before.buffer(), theirs.buffer(), Order::theirs_first);
      else
        before.take(theirs.buffer());
      has_before = true;
    }
    exchange.combine(op, block.buffer(), theirs.buffer(), with < rank ? Order::theirs_first : Order::mine_first);
  }
  if (kind == Scan::exclusive) {
    if (has_before) Scratch::copy(before.buffer(), result);
    return MPI_SUCCESS;
  }
  Scratch total(own);
  total.take(own);
  if (has_before) exchange.combine(op, total.buffer(), before.buffer(), Order::theirs_first);
  Scratch::copy(total.buffer(), result);
  return MPI_SUCCESS;
}

} // namespace

int scan_by(const AlgorithmChoice& choice, const Exchange& exchange, const Buffer& own, const Buffer& result,
            const Operator& op, Scan kind) {
  if (choice.algorithm == Algorithm::recursive_doubling) return scan_by_doubling(exchange, own, result, op, kind);
  return scan_along_ranks(exchange, own, result, op, kind);
}

} // namespace daruma::mpi
