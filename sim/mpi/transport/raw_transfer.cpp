#include "sim/mpi/transport/raw_transfer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace daruma::mpi {

void RawTransfers::RawTransfer::end(bool has_arrived) {
  const Ended ended = std::move(ended_);
  raw_transfers_.forget(place_);
  ended(has_arrived);
}

void RawTransfers::carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, Ended ended,
                         const Process* owner) {
  if (!from.is_on() || !to.is_on()) return;
  RawTransfer& raw_transfer = under_way_.emplace_back(*this, from, to, std::move(ended), owner);
  const auto place = std::prev(under_way_.end());
  raw_transfer.stands_at(place);
  if (owner) of_processes_[owner].push_back(place);
  transport_.depart(raw_transfer, &from, &to, size);
}

void RawTransfers::forget(List::iterator raw_transfer) {
  if (const Process* const owner = raw_transfer->owner()) {
    auto& of_owner = of_processes_[owner];
    of_owner.erase(std::find(of_owner.begin(), of_owner.end(), raw_transfer));
    if (of_owner.empty()) of_processes_.erase(owner);
  }
  under_way_.erase(raw_transfer);
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

void RawTransfers::reconsider() {
  for (RawTransfer& raw_transfer : under_way_)
    transport_.reconsider(raw_transfer, raw_transfer.from(), raw_transfer.to());
}

void RawTransfers::recall_of(const Process& process) {
  const auto recalled = of_processes_.extract(&process);
  if (recalled.empty()) return;
  for (const List::iterator raw_transfer : recalled.mapped()) {
    transport_.recall(*raw_transfer);
    under_way_.erase(raw_transfer);
  }
}

} // namespace daruma::mpi
