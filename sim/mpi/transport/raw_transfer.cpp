#include "sim/mpi/transport/raw_transfer.hpp"

#include <utility>

namespace daruma::mpi {

void RawTransfers::RawTransfer::landed() {
  const std::function<void()> arrived = std::move(arrived_);
  raw_transfers_.under_way_.erase(place_);
  arrived();
}

void RawTransfers::carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, std::function<void()> arrived) {
  if (!from.is_on() || !to.is_on()) return;
  RawTransfer& raw_transfer = under_way_.emplace_back(*this, from, to, std::move(arrived));
  raw_transfer.stands_at(std::prev(under_way_.end()));
  transport_.depart(raw_transfer, &from, &to, size);
}

void RawTransfers::lose(const simgrid::s4u::Host& node) {
  for (auto raw_transfer = under_way_.begin(); raw_transfer != under_way_.end();) {
    const auto next = std::next(raw_transfer);
    if (raw_transfer->concerns(node)) {
      transport_.recall(*raw_transfer);
      under_way_.erase(raw_transfer);
    }
    raw_transfer = next;
  }
}

} // namespace daruma::mpi
