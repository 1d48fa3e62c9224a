#include "sim/mpi/transport/transport.hpp"

#include "sim/simgrid/versions.hpp"

#include <algorithm>
#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

Transport::Transport(int at_once) : at_once_(at_once) {
  // A transfer that the kernel itself started reports its end through this signal, in kernel context.
  simgrid_api::on_transfer_end([this](const sg4::Comm& comm) {
    auto* transfer = comm.get_data<Transfer>();
    if (!transfer) return;
    ended_ = std::exchange(transfer->comm_, nullptr);
    vacate(*transfer);
    if (comm.get_state() == sg4::Activity::State::FINISHED)
      transfer->landed();
    else
      transfer->lost();
  });
}

void Transport::depart(Transfer& transfer, sg4::Host* from, sg4::Host* to, Bytes size) {
  ++departures_;
  const Waiting order{&transfer, from, to, size};
  if (at_once_ == 0 || from == to) {
    start(order);
    return;
  }
  NicQueue& nic_queue = nic_queues_[from];
  transfer.queued_at_ = from;
  nic_queue.waiting.push_back(order);
  fill(nic_queue);
}

void Transport::start(const Waiting& order) {
  order.transfer->comm_ = sg4::Comm::sendto_init()->set_payload_size(static_cast<std::uint64_t>(order.size.value()));
  order.transfer->comm_->set_data(order.transfer);
  const sg4::CommPtr comm = order.transfer->comm_;
  comm->set_source(order.from)->set_destination(order.to);
  if (comm->get_state() != sg4::Activity::State::STARTED) comm->start(); // SimGrid holds back empty ones
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
    start(next);
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
  if (!transfer.comm_) {
    if (transfer.queued_at_) leave_queue(nic_queues_.at(std::exchange(transfer.queued_at_, nullptr)), transfer);
    return;
  }
  const auto has_stopped = [](const sg4::CommPtr& comm) { return comm->get_state() == sg4::Activity::State::FAILED; };
  stopping_.erase(std::remove_if(stopping_.begin(), stopping_.end(), has_stopped), stopping_.end());
  stopping_.push_back(std::exchange(transfer.comm_, nullptr));
  stopping_.back()->set_data(nullptr);
  stopping_.back()->cancel();
  vacate(transfer);
}

} // namespace daruma::mpi
