#include "sim/mpi/collective/allgathers.hpp"

#include "sim/mpi/collective/distributions.hpp"
#include "sim/mpi/collective/trees.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

/// Blocks of any layout as parts that lie one after the other, those of the ranks from `first` on.
class PackedBlocks {
public:
  PackedBlocks(const Blocks& blocks, int first) : blocks_(blocks), first_(first) {
    std::vector<MPI_Count> counts;
    std::size_t size = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      counts.push_back(static_cast<MPI_Count>(block(i).bytes()));
      size += block(i).bytes();
    }
    bytes_.resize(size + 1);
    parts_.emplace_back(Buffer{bytes_.data(), static_cast<MPI_Count>(size), MPI_BYTE}, counts);
  }

  const Parts& parts() const { return parts_.front(); }
  /// The block of `rank` is there already.
  void pack(int rank) { block(place_of(rank)).pack_to(data(place_of(rank))); }
  void unpack_all_but(int rank) {
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (i != place_of(rank)) block(i).unpack_from(data(i), block(i).bytes());
  }

private:
  std::size_t place_of(int rank) const {
    const std::size_t n = blocks_.size();
    return (static_cast<std::size_t>(rank) + n - static_cast<std::size_t>(first_)) % n;
  }
  const Buffer& block(std::size_t place) const {
    return blocks_[(place + static_cast<std::size_t>(first_)) % blocks_.size()];
  }
  std::byte* data(std::size_t place) { return static_cast<std::byte*>(parts()[static_cast<int>(place)].address); }

  const Blocks& blocks_;
  int first_;
  std::vector<std::byte> bytes_;
  std::vector<Parts> parts_; ///< one, made once the bytes are there
};

int allgather_linear(const Exchange& exchange, const Blocks& all) {
  const int rank = exchange.rank();
  Posted messages(exchange);
  for (int peer = 0; peer < exchange.size(); ++peer)
    if (peer != rank) messages.receive(all[static_cast<std::size_t>(peer)], peer);
  for (int peer = 0; peer < exchange.size(); ++peer)
    if (peer != rank) messages.send(all[static_cast<std::size_t>(rank)], peer);
  return messages.complete();
}

int allgather_through_first(const Exchange& exchange, const Blocks& all, PackedBlocks& packed) {
  const Buffer& own = all[static_cast<std::size_t>(exchange.rank())];
  if (const int error = gather_by({Algorithm::linear}, exchange, own, all, 0)) return error;
  if (exchange.rank() == 0)
    for (int rank = 0; rank < exchange.size(); ++rank) packed.pack(rank);
  return bcast_tree(exchange, packed.parts().range(0, exchange.size()), 0);
}

int allgather_packed(Algorithm algorithm, const Exchange& exchange, const Blocks& all, PackedBlocks& packed) {
  switch (algorithm) {
  case Algorithm::gather_bcast:
    return allgather_through_first(exchange, all, packed);
  case Algorithm::ring:
    return allgather_by_ring(exchange, packed.parts());
  case Algorithm::recursive_doubling:
    return allgather_by_doubling(exchange, packed.parts());
  case Algorithm::neighbour_exchange:
    return allgather_with_neighbours(exchange, packed.parts());
  default:
    return allgather_by_bruck(exchange, packed.parts());
  }
}

/// What carries out the algorithm among so many ranks.
Algorithm possible(Algorithm wanted, int n) {
  if (wanted == Algorithm::recursive_doubling && power_of_two_within(n) != n) return Algorithm::bruck;
  if (wanted == Algorithm::neighbour_exchange && n % 2 != 0) return Algorithm::ring;
  return wanted;
}

} // namespace

int allgather_by_ring(const Exchange& exchange, const Parts& parts) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  for (int step = 0; step + 1 < n; ++step) {
    const Buffer sent = parts[(rank - step + n) % n];
    const Buffer received = parts[(rank - step - 1 + n) % n];
    if (const int error = exchange.send_receive(sent, (rank + 1) % n, received, (rank - 1 + n) % n)) return error;
  }
  return MPI_SUCCESS;
}

int allgather_by_doubling(const Exchange& exchange, const Parts& parts) {
  const int rank = exchange.rank();
  for (int held = 1; held < exchange.size(); held *= 2) {
    const int with = rank ^ held;
    const Buffer sent = parts.range(rank / held * held, held);
    const Buffer received = parts.range(with / held * held, held);
    if (const int error = exchange.send_receive(sent, with, received, with)) return error;
  }
  return MPI_SUCCESS;
}

int allgather_with_neighbours(const Exchange& exchange, const Parts& parts) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  const int direction = rank % 2 == 0 ? 1 : -1; // to who comes first
  const auto neighbour = [&](int step) { return (rank + (step % 2 == 0 ? direction : -direction) + n) % n; };
  const int first = neighbour(0);
  if (const int error = exchange.send_receive(parts[rank], first, parts[first], first)) return error;
  int sent = rank / 2 * 2; // the pair that came last begins here
  for (int step = 1; step < n / 2; ++step) {
    // A neighbour's last pair is as far from its own pair, on the other side, as the caller's is from the caller's.
    const int with = neighbour(step);
    const int away = sent - rank / 2 * 2;
    const int received = ((with / 2 * 2 - away) % n + n) % n;
    if (const int error = exchange.send_receive(parts.range(sent, 2), with, parts.range(received, 2), with))
      return error;
    sent = received;
  }
  return MPI_SUCCESS;
}

int allgather_by_bruck(const Exchange& exchange, const Parts& parts) {
  const int n = exchange.size();
  const int rank = exchange.rank();
  for (int held = 1; held < n; held *= 2) {
    const int count = std::min(held, n - held);
    const int error = exchange.send_receive(parts.range(0, count), (rank - held + n) % n, parts.range(held, count),
                                            (rank + held) % n);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

int allgather_by(const AlgorithmChoice& choice, const Exchange& exchange, const Blocks& all) {
  const int rank = exchange.rank();
  const Algorithm algorithm = possible(choice.algorithm, exchange.size());
  if (algorithm == Algorithm::linear) return allgather_linear(exchange, all);
  PackedBlocks packed(all, algorithm == Algorithm::bruck ? rank : 0);
  packed.pack(rank);
  if (const int error = allgather_packed(algorithm, exchange, all, packed)) return error;
  packed.unpack_all_but(rank);
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
