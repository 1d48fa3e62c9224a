#include "sim/mpi/collective/trees.hpp"

namespace daruma::mpi {

int bcast_tree(const Exchange& exchange, const Buffer& buffer, int root) {
  const int n = exchange.size();
  const int position = (exchange.rank() - root + n) % n;
  int step = 1;
  for (; step < n; step <<= 1)
    if (position & step) {
      if (const int error = exchange.receive(buffer, (position - step + root) % n)) return error;
      break;
    }
  for (step >>= 1; step > 0; step >>= 1)
    if (position + step < n)
      if (const int error = exchange.send(buffer, (position + step + root) % n)) return error;
  return MPI_SUCCESS;
}

int reduce_tree(const Exchange& exchange, Scratch& mine, const Operator& op, int root) {
  const int n = exchange.size();
  const int position = (exchange.rank() - root + n) % n;
  const Buffer& buffer = mine.buffer();
  for (int step = 1; step < n; step <<= 1) {
    if (position & step) return exchange.send(buffer, (position - step + root) % n);
    if (position + step >= n) continue;
    Scratch theirs(buffer);
    if (const int error = exchange.receive(theirs.buffer(), (position + step + root) % n)) return error;
    if (buffer.count == 0) continue;
    op.combine(buffer.address, theirs.buffer().address, buffer.count, *buffer.type);
    mine.take(theirs.buffer());
  }
  return MPI_SUCCESS;
}

int barrier_tree(const Exchange& exchange) {
  Scratch nothing{Buffer()};
  if (const int error = reduce_tree(exchange, nothing, resolve(MPI_BOR), 0)) return error;
  return bcast_tree(exchange, nothing.buffer(), 0);
}

} // namespace daruma::mpi
