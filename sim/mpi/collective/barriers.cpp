#include "sim/mpi/collective/distributions.hpp"
#include "sim/mpi/collective/folding.hpp"
#include "sim/mpi/collective/trees.hpp"

namespace daruma::mpi {

namespace {

int barrier_linear(const Exchange& exchange) {
  const Buffer nothing;
  if (exchange.rank() != 0) {
    if (const int error = exchange.send(nothing, 0)) return error;
    return exchange.receive(nothing, 0);
  }
  const Blocks blocks(static_cast<std::size_t>(exchange.size()), nothing);
  if (const int error = exchange.receive_all(blocks, 0)) return error;
  return exchange.send_all(blocks, 0);
}

int barrier_around_ring(const Exchange& exchange) {
  const Buffer token;
  const int n = exchange.size();
  const int rank = exchange.rank();
  const int left = (rank - 1 + n) % n;
  const int right = (rank + 1) % n;
  for (int round = 0; round < 2 && n > 1; ++round) {
    if (rank != 0)
      if (const int error = exchange.receive(token, left)) return error;
    if (const int error = exchange.send(token, right)) return error;
    if (rank == 0)
      if (const int error = exchange.receive(token, left)) return error;
  }
  return MPI_SUCCESS;
}

int barrier_by_doubling(const Exchange& exchange) {
  const Buffer nothing;
  const Folding folding(exchange);
  if (const int error = folding.gather(exchange, nothing, resolve(MPI_BOR))) return error;
  for (int mask = 1; mask < folding.size() && folding.place() != Folding::lent; mask *= 2) {
    const int with = folding.rank_of(folding.place() ^ mask);
    if (const int error = exchange.send_receive(nothing, with, nothing, with)) return error;
  }
  return folding.give_back(exchange, nothing);
}

int barrier_by_dissemination(const Exchange& exchange) {
  const Buffer nothing;
  const int n = exchange.size();
  const int rank = exchange.rank();
  for (int distance = 1; distance < n; distance *= 2) {
    const int to = (rank + distance) % n;
    const int from = (rank - distance + n) % n;
    if (const int error = exchange.send_receive(nothing, to, nothing, from)) return error;
  }
  return MPI_SUCCESS;
}

} // namespace

int barrier_by(const AlgorithmChoice& choice, const Exchange& exchange) {
  switch (choice.algorithm) {
  case Algorithm::linear:
    return barrier_linear(exchange);
  case Algorithm::double_ring:
    return barrier_around_ring(exchange);
  case Algorithm::recursive_doubling:
    return barrier_by_doubling(exchange);
  case Algorithm::dissemination:
    return barrier_by_dissemination(exchange);
  default:
    return barrier_tree(exchange);
  }
}

} // namespace daruma::mpi
