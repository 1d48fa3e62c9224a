#include "sim/mpi/transport/raw_transfer.hpp"

#include <utility>
#include <vector>

namespace daruma::mpi {

void RawTransfers::RawTransfer::end(bool has_arrived) {
  const Ended ended = std::move(ended_);
  raw_transfers_.under_way_.erase(place_);
  ended(has_arrived);
}

void RawTransfers::carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, Ended ended,
                         const Process* owner) {
  if (!from.is_on() || !to.is_on()) return;
  RawTransfer& raw_transfer = under_way_.emplace_back(*this, from, to, std::move(ended), owner);
  raw_transfer.stands_at(std::prev(under_way_.end()));
  transport_.depart(raw_transfer, &from, &to, size);
}

void RawTransfers::lose(const simgrid::s4u::Host& node) {
  std::vector<RawTransfer*> lost;
  for (RawTransfer& raw_transfer : under_way_)
    if (raw_transfer.concerns(node)) lost.push_back(&raw_transfer);
  for (RawTransfer* raw_transfer : lost) {
    transport_.recall(*raw_transfer);
    raw_transfer->lost();
  }
}

void RawTransfers::recall_of(const Process& process) {
  for (auto raw_transfer = under_way_.begin(); raw_transfer != under_way_.end();) {
    const auto next = std::next(raw_transfer);
    if (raw_transfer->is_of(process)) {
      transport_.recall(*raw_transfer);
      under_way_.erase(raw_transfer);
    }
    raw_transfer = next;
  }
}

} // namespace daruma::mpi
