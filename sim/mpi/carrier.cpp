#include "sim/mpi/carrier.hpp"

#include "sim/simgrid/versions.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

Carrier::Carrier() {
  // A transfer that the kernel itself started reports its end through this signal, in kernel context.
  simgrid_api::on_transfer_end([this](const sg4::Comm& transfer) {
    auto* cargo = transfer.get_data<Cargo>();
    if (!cargo) return;
    ended_ = std::exchange(cargo->transfer_, nullptr);
    if (transfer.get_state() == sg4::Activity::State::FINISHED)
      cargo->landed();
    else
      cargo->lost();
  });
}

void Carrier::depart(Cargo& cargo, sg4::Host* from, sg4::Host* to, Bytes size) {
  ++departures_;
  cargo.transfer_ = sg4::Comm::sendto_init()->set_payload_size(static_cast<std::uint64_t>(size.value()));
  cargo.transfer_->set_data(&cargo);
  const sg4::CommPtr transfer = cargo.transfer_;
  transfer->set_source(from)->set_destination(to);
  if (transfer->get_state() != sg4::Activity::State::STARTED) transfer->start(); // SimGrid holds back empty ones
}

void Carrier::recall(Cargo& cargo) {
  if (!cargo.transfer_) return;
  const auto has_stopped = [](const sg4::CommPtr& transfer) {
    return transfer->get_state() == sg4::Activity::State::FAILED;
  };
  stopping_.erase(std::remove_if(stopping_.begin(), stopping_.end(), has_stopped), stopping_.end());
  stopping_.push_back(std::exchange(cargo.transfer_, nullptr));
  stopping_.back()->set_data(nullptr);
  stopping_.back()->cancel();
}

} // namespace daruma::mpi
