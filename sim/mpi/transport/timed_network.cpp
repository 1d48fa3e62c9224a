#include "sim/mpi/transport/timed_network.hpp"

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/s4u/Engine.hpp>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

namespace {

int node_of(const sg4::Host& host) { return static_cast<int>(host.get_netpoint()->id()); }

Seconds clock() { return Seconds(sg4::Engine::get_clock()); }

} // namespace

void TimedNetwork::start(Transfer& transfer, sg4::Host& from, sg4::Host& to, Bytes size) {
  const LinkSimulation::Ticket number = links_->start(clock(), node_of(from), node_of(to), size);
  if (number >= transfers_.size()) transfers_.resize(number + 1);
  transfers_[number] = &transfer;
  ticket(transfer) = number;
}

void TimedNetwork::stop(Transfer& transfer) {
  links_->stop(ticket(transfer));
  forget(transfer);
}

void TimedNetwork::pause(Transfer& transfer) { links_->pause(clock(), ticket(transfer)); }

void TimedNetwork::resume(Transfer& transfer) { links_->resume(clock(), ticket(transfer)); }

void TimedNetwork::slow_down(topology::LinkSlot link, double factor) { links_->slow_down(clock(), link, factor); }

void TimedNetwork::advance(Seconds now) {
  while (const auto landed = links_->advance(now)) end(*transfers_[*landed], true);
}

} // namespace daruma::mpi
