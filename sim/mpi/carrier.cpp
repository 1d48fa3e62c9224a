#include "sim/mpi/carrier.hpp"

#include "sim/simgrid/versions.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

Carrier::Carrier(int at_once) : at_once_(at_once) {
  // A transfer that the kernel itself started reports its end through this signal, in kernel context.
  simgrid_api::on_transfer_end([this](const sg4::Comm& transfer) {
    auto* cargo = transfer.get_data<Cargo>();
    if (!cargo) return;
    ended_ = std::exchange(cargo->transfer_, nullptr);
    vacate(*cargo);
    if (transfer.get_state() == sg4::Activity::State::FINISHED)
      cargo->landed();
    else
      cargo->lost();
  });
}

void Carrier::depart(Cargo& cargo, sg4::Host* from, sg4::Host* to, Bytes size) {
  ++departures_;
  const Waiting order{&cargo, from, to, size};
  if (at_once_ == 0 || from == to) {
    start(order);
    return;
  }
  Dock& dock = docks_[from];
  cargo.dock_ = from;
  dock.waiting.push_back(order);
  fill(dock);
}

void Carrier::start(const Waiting& order) {
  order.cargo->transfer_ = sg4::Comm::sendto_init()->set_payload_size(static_cast<std::uint64_t>(order.size.value()));
  order.cargo->transfer_->set_data(order.cargo);
  const sg4::CommPtr transfer = order.cargo->transfer_;
  transfer->set_source(order.from)->set_destination(order.to);
  if (transfer->get_state() != sg4::Activity::State::STARTED) transfer->start(); // SimGrid holds back empty ones
}

void Carrier::fill(Dock& dock) const {
  while (dock.busy < at_once_ && !dock.waiting.empty()) {
    const Waiting next = dock.waiting.front();
    dock.waiting.pop_front();
    if (!next.from->is_on() || !next.to->is_on()) { // about to be recalled by who switched the node off
      next.cargo->dock_ = nullptr;
      continue;
    }
    ++dock.busy;
    start(next);
  }
}

/// A cargo that was under way gives its place to the next.
void Carrier::vacate(Cargo& cargo) {
  if (!cargo.dock_) return;
  Dock& dock = docks_.at(std::exchange(cargo.dock_, nullptr));
  --dock.busy;
  fill(dock);
}

void Carrier::leave_queue(Dock& dock, const Cargo& cargo) {
  const auto is_it = [&cargo](const Waiting& waiting) { return waiting.cargo == &cargo; };
  dock.waiting.erase(std::remove_if(dock.waiting.begin(), dock.waiting.end(), is_it), dock.waiting.end());
}

void Carrier::recall(Cargo& cargo) {
  if (!cargo.transfer_) {
    if (cargo.dock_) leave_queue(docks_.at(std::exchange(cargo.dock_, nullptr)), cargo);
    return;
  }
  const auto has_stopped = [](const sg4::CommPtr& transfer) {
    return transfer->get_state() == sg4::Activity::State::FAILED;
  };
  stopping_.erase(std::remove_if(stopping_.begin(), stopping_.end(), has_stopped), stopping_.end());
  stopping_.push_back(std::exchange(cargo.transfer_, nullptr));
  stopping_.back()->set_data(nullptr);
  stopping_.back()->cancel();
  vacate(cargo);
}

} // namespace daruma::mpi
