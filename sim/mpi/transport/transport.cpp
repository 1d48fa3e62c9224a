#include "sim/mpi/transport/transport.hpp"

#include "sim/mpi/transport/flows.hpp"
#include "sim/mpi/transport/packets.hpp"
#include "sim/mpi/transport/simgrid_network.hpp"
#include "sim/mpi/transport/timed_network.hpp"

#include <algorithm>
#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

namespace {

std::unique_ptr<Network> make_network(const NetworkPlan& plan) {
  switch (plan.model) {
  case NetworkModel::flows:
    return std::make_unique<TimedNetwork>(std::make_unique<Flows>(plan.interconnect));
  case NetworkModel::packets:
    return std::make_unique<TimedNetwork>(std::make_unique<Packets>(plan.interconnect));
  case NetworkModel::simgrid:
    break;
  }
  return std::make_unique<SimGridNetwork>(plan.interconnect);
}

} // namespace

Transport::Transport(const NetworkPlan& plan)
    : network_(make_network(plan)), takes_turns_(plan.model != NetworkModel::flows || plan.sends_at_once > 0),
      at_once_(plan.sends_at_once), file_server_(plan.file_server) {
  network_->on_end([this](Transfer& transfer, bool has_landed) {
    vacate(transfer);
    has_landed ? transfer.landed() : transfer.lost();
  });
}

void Transport::depart(Transfer& transfer, sg4::Host* from, sg4::Host* to, Bytes size) {
  ++departures_;
  if (!is_limited(from, to)) {
    network_->start(transfer, *from, *to, size);
    return;
  }
  NicQueue& nic_queue = nic_queues_[from];
  transfer.queued_at_ = from;
  nic_queue.waiting.push_back({&transfer, from, to, size});
  fill(nic_queue);
}

bool Transport::is_limited(const sg4::Host* from, const sg4::Host* to) const {
  return at_once_ > 0 && from != to && from != file_server_ && to != file_server_;
}

void Transport::fill(NicQueue& nic_queue) const {
  while (nic_queue.busy < at_once_ && !nic_queue.waiting.empty()) {
    const Waiting next = nic_queue.waiting.front();
    nic_queue.waiting.pop_front();
    if (!next.from->is_on() || !next.to->is_on()) { // about to be recalled by who switched the node off
      next.transfer->queued_at_ = nullptr;
      continue;
    }
    ++nic_queue.busy;
    network_->start(*next.transfer, *next.from, *next.to, next.size);
  }
}

/// A transfer that was under way gives its place to the next.
void Transport::vacate(Transfer& transfer) {
  if (!transfer.queued_at_) return;
  NicQueue& nic_queue = nic_queues_.at(std::exchange(transfer.queued_at_, nullptr));
  --nic_queue.busy;
  fill(nic_queue);
}

void Transport::leave_queue(NicQueue& nic_queue, const Transfer& transfer) {
  const auto is_it = [&transfer](const Waiting& waiting) { return waiting.transfer == &transfer; };
  nic_queue.waiting.erase(std::remove_if(nic_queue.waiting.begin(), nic_queue.waiting.end(), is_it),
                          nic_queue.waiting.end());
}

void Transport::recall(Transfer& transfer) {
  if (Network::is_under_way(transfer)) {
    network_->stop(transfer);
    vacate(transfer);
  } else if (transfer.queued_at_) {
    leave_queue(nic_queues_.at(std::exchange(transfer.queued_at_, nullptr)), transfer);
  }
}

} // namespace daruma::mpi
