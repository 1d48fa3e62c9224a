#include "sim/mpi/transport/timed_network.hpp"

#include <simgrid/kernel/resource/Model.hpp>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/s4u/Engine.hpp>

#include <cmath>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

namespace {

int node_of(const sg4::Host& host) { return static_cast<int>(host.get_netpoint()->id()); }

} // namespace

/// SimGrid's view of it. The engine outlives the network.
class TimedNetwork::Clock final : public simgrid::kernel::resource::Model {
public:
  explicit Clock(TimedNetwork& network) : Model("daruma::mpi"), network_(&network) {}
  void retire() { network_ = nullptr; }

  /// The time until then; negative if there is nothing to wait for.
  double next_occurring_event(double now) override {
    if (!network_) return -1;
    const Seconds next = network_->links_->next(Seconds(now));
    return std::isinf(next.count()) ? -1 : std::max(0.0, next.count() - now);
  }
  void update_actions_state(double now, double) override {
    if (network_) network_->advance(Seconds(now));
  }

private:
  TimedNetwork* network_;
};

TimedNetwork::TimedNetwork(std::unique_ptr<LinkSimulation> links)
    : links_(std::move(links)), clock_(std::make_shared<Clock>(*this)) {
  sg4::Engine::get_instance()->add_model(clock_);
}

TimedNetwork::~TimedNetwork() { clock_->retire(); }

void TimedNetwork::start(Transfer& transfer, sg4::Host& from, sg4::Host& to, Bytes size) {
  const LinkSimulation::Ticket number =
      links_->start(Seconds(sg4::Engine::get_clock()), node_of(from), node_of(to), size);
  if (number >= transfers_.size()) transfers_.resize(number + 1);
  transfers_[number] = &transfer;
  ticket(transfer) = number;
}

void TimedNetwork::stop(Transfer& transfer) {
  links_->stop(ticket(transfer));
  forget(transfer);
}

void TimedNetwork::advance(Seconds now) {
  while (const auto landed = links_->advance(now)) end(*transfers_[*landed], true);
}

} // namespace daruma::mpi
