#include "sim/mpi/collective/distributions.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

int alltoall_pairwise(const Exchange& exchange, const Blocks& send, const Blocks& receive) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  for (int distance = 1; distance < n; ++distance) {
    const int to = (rank + distance) % n;
    const int from = (rank - distance + n) % n;
    if (const int error = exchange.send_receive(block(send, to), to, block(receive, from), from)) return error;
  }
  return MPI_SUCCESS;
}

int alltoall_linear(const Exchange& exchange, const Blocks& send, const Blocks& receive, int at_a_time) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  for (int first = 1; first < n; first += at_a_time) {
    const int end = std::min(first + at_a_time, n);
    Posted messages(exchange);
    for (int distance = first; distance < end; ++distance)
      messages.receive(block(receive, (rank - distance + n) % n), (rank - distance + n) % n);
    for (int distance = first; distance < end; ++distance)
      messages.send(block(send, (rank + distance) % n), (rank + distance) % n);
    if (const int error = messages.complete()) return error;
  }
  return MPI_SUCCESS;
}

/// Blocks of equal sizes by how far they have to go; those whose distance has a bit go that far together.
int alltoall_by_bruck(const Exchange& exchange, const Blocks& send, const Blocks& receive) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  const std::size_t size = block(send, rank).bytes();
  const auto room = [size](int count) { return std::vector<std::byte>(size * static_cast<std::size_t>(count) + 1); };
  const auto place = [size](std::vector<std::byte>& bytes, int i) {
    return bytes.data() + size * static_cast<std::size_t>(i);
  };
  std::vector<std::byte> travelling = room(n);
  for (int distance = 1; distance < n; ++distance)
    block(send, (rank + distance) % n).pack_to(place(travelling, distance));
  std::vector<std::byte> out = room(n);
  std::vector<std::byte> in = room(n);
  for (int bit = 1; bit < n; bit *= 2) {
    int together = 0;
    for (int distance = bit; distance < n; ++distance)
      if (distance & bit) std::copy_n(place(travelling, distance), size, place(out, together++));
    const auto bytes = static_cast<MPI_Count>(size) * together;
    const int error = exchange.send_receive({out.data(), bytes, MPI_BYTE}, (rank + bit) % n,
                                            {in.data(), bytes, MPI_BYTE}, (rank - bit + n) % n);
    if (error != MPI_SUCCESS) return error;
    together = 0;
    for (int distance = bit; distance < n; ++distance)
      if (distance & bit) std::copy_n(place(in, together++), size, place(travelling, distance));
  }
  int outcome = MPI_SUCCESS;
  for (int distance = 1; distance < n; ++distance) {
    const Buffer& target = block(receive, (rank - distance + n) % n);
    if (target.bytes() < size) outcome = MPI_ERR_TRUNCATE;
    target.unpack_from(place(travelling, distance), std::min(size, target.bytes()));
  }
  return outcome;
}

} // namespace

int alltoall_by(const AlgorithmChoice& choice, const Exchange& exchange, const Blocks& send, const Blocks& receive) {
  switch (choice.algorithm) {
  case Algorithm::linear: {
    const int all = std::max(exchange.size(), 1);
    return alltoall_linear(exchange, send, receive, choice.degree > 0 ? choice.degree : all);
  }
  case Algorithm::bruck:
    return alltoall_by_bruck(exchange, send, receive);
  default:
    return alltoall_pairwise(exchange, send, receive);
  }
}

} // namespace daruma::mpi
