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
  const bool is_request = size <= Bytes(0) && (from == file_server_ || to == file_server_);
  if (!is_request) ++departures_;
  set_off({&transfer, from, to, size});
}

void Transport::set_off(const Waiting& next) {
  if (interruptions_.are_apart(*next.from, *next.to)) {
    held_back_.push_back(next);
    return;
  }
  if (!is_limited(next.from, next.to)) {
    network_->start(*next.transfer, *next.from, *next.to, next.size);
    return;
  }
  NicQueue& nic_queue = nic_queues_[next.from];
  next.transfer->queued_at_ = next.from;
  nic_queue.waiting.push_back(next);
  fill(nic_queue);
}

void Transport::reconsider(Transfer& transfer, const sg4::Host& from, const sg4::Host& to) {
  const bool are_apart = interruptions_.are_apart(from, to);
  if (!Network::is_under_way(transfer) || transfer.is_paused_ == are_apart) return;
  transfer.is_paused_ = are_apart;
  are_apart ? network_->pause(transfer) : network_->resume(transfer);
}

void Transport::release() {
  for (const Waiting& waiting : std::exchange(held_back_, {})) set_off(waiting);
}

bool Transport::is_limited(const sg4::Host* from, const sg4::Host* to) const {
  return at_once_ > 0 && from != to && from != file_server_ && to != file_server_;
}

void Transport::fill(NicQueue& nic_queue) {
  while (nic_queue.busy < at_once_ && !nic_queue.waiting.empty()) {
    const Waiting next = nic_queue.waiting.front();
    nic_queue.waiting.pop_front();
    if (!next.from->is_on() || !next.to->is_on()) { // about to be recalled by who switched the node off
      next.transfer->queued_at_ = nullptr;
      continue;
    }
    if (interruptions_.are_apart(*next.from, *next.to)) {
      next.transfer->queued_at_ = nullptr;
      held_back_.push_back(next);
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

template <class Queue> void Transport::leave(Queue& queue, const Transfer& transfer) {
  const auto is_it = [&transfer](const Waiting& waiting) { return waiting.transfer == &transfer; };
  queue.erase(std::remove_if(queue.begin(), queue.end(), is_it), queue.end());
}

void Transport::recall(Transfer& transfer) {
  if (Network::is_under_way(transfer)) {
    network_->stop(transfer);
    vacate(transfer);
  } else if (transfer.queued_at_) {
    leave(nic_queues_.at(std::exchange(transfer.queued_at_, nullptr)).waiting, transfer);
  } else {
    leave(held_back_, transfer);
  }
}

} // namespace daruma::mpi
