#include "sim/mpi/collective/folding.hpp"

#include <algorithm>

namespace daruma::mpi {

int Halving::steps() const {
  int steps = 0;
  while (1 << steps < folding_.size()) ++steps;
  return steps;
}

int Halving::reduce(const Exchange& exchange, const Operator& op) {
  for (int step = 0; step < steps(); ++step) {
    count_ /= 2;
    const bool is_upper = takes_upper(step);
    const Buffer given = parts_.range(is_upper ? first_ : first_ + count_, count_);
    if (is_upper) first_ += count_;
    const Buffer kept = part();
    const Scratch theirs(kept);
    const int with = partner(step);
    if (const int error = exchange.send_receive(given, with, theirs.buffer(), with)) return error;
    exchange.combine(op, kept, theirs.buffer(), Order::theirs_first);
  }
  return MPI_SUCCESS;
}

int Halving::allgather(const Exchange& exchange) {
  for (int step = steps() - 1; step >= 0; --step) {
    const int other = sibling(step);
    const int with = partner(step);
    if (const int error = exchange.send_receive(part(), with, parts_.range(other, count_), with)) return error;
    first_ = std::min(first_, other);
    count_ *= 2;
  }
  return MPI_SUCCESS;
}

int Halving::gather(const Exchange& exchange, int root_place) {
  for (int step = steps() - 1; step >= 0; --step) {
    const bool is_on_roots_side = ((folding_.place() ^ root_place) & mask(step)) == 0;
    if (!is_on_roots_side) return exchange.send(part(), partner(step));
    const int other = sibling(step);
    if (const int error = exchange.receive(parts_.range(other, count_), partner(step))) return error;
    first_ = std::min(first_, other);
    count_ *= 2;
  }
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
