#include "sim/mpi/transport/simgrid_network.hpp"

#include "sim/simgrid/unlisted_transfers.hpp"
#include "sim/simgrid/versions.hpp"

#include <algorithm>
#include <simgrid/s4u/Link.hpp>
#include <stdexcept>
#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

SimGridNetwork::SimGridNetwork(std::shared_ptr<const topology::Interconnect> interconnect)
    : interconnect_(std::move(interconnect)) {
  // A transfer that the kernel itself started reports its end through this signal, in kernel context.
  simgrid_api::on_transfer_end([this](const sg4::Comm& comm) {
    auto* transfer = comm.get_data<Transfer>();
    if (!transfer) return;
    ended_ = take(*transfer);
    end(*transfer, comm.get_state() == sg4::Activity::State::FINISHED);
  });
}

void SimGridNetwork::start(Transfer& transfer, sg4::Host& from, sg4::Host& to, Bytes size) {
  ticket(transfer) = comms_.take();
  const sg4::CommPtr comm = sg4::Comm::sendto_init()->set_payload_size(static_cast<std::uint64_t>(size.value()));
  comms_[ticket(transfer)] = comm;
  comm->set_data(&transfer);
  comm->set_source(&from)->set_destination(&to);
  if (comm->get_state() != sg4::Activity::State::STARTED) comm->start(); // SimGrid holds back empty ones
  if (simgrid_api::are_transfers_listed()) throw std::logic_error("SimGrid has entered a transfer into its list");
}

sg4::CommPtr SimGridNetwork::take(Transfer& transfer) {
  sg4::CommPtr comm = comms_[ticket(transfer)];
  comms_.give_up(ticket(transfer));
  forget(transfer);
  return comm;
}

void SimGridNetwork::stop(Transfer& transfer) {
  const auto has_stopped = [](const sg4::CommPtr& comm) { return comm->get_state() == sg4::Activity::State::FAILED; };
  stopping_.erase(std::remove_if(stopping_.begin(), stopping_.end(), has_stopped), stopping_.end());
  stopping_.push_back(take(transfer));
  stopping_.back()->set_data(nullptr);
  stopping_.back()->cancel();
}

void SimGridNetwork::slow_down(topology::LinkSlot link, double factor) {
  sg4::Link::by_name(interconnect_->link_name(link))->set_bandwidth(interconnect_->bandwidth(link).value() / factor);
}

} // namespace daruma::mpi
