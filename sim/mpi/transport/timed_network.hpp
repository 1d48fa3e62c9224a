// A network model of this project's own in SimGrid's time.
#pragma once

#include "sim/mpi/transport/link_simulation.hpp"
#include "sim/mpi/transport/network.hpp"
#include "sim/simgrid/timed.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace daruma::mpi {

class TimedNetwork final : public Network, private simgrid_api::Timed {
public:
  /// The SimGrid engine exists and has not run. A host's network point has the number of its node.
  explicit TimedNetwork(std::unique_ptr<LinkSimulation> links) : Timed("daruma::mpi"), links_(std::move(links)) {}

  void start(Transfer&, simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes) override;
  void stop(Transfer&) override;
  void pause(Transfer&) override;
  void resume(Transfer&) override;
  void slow_down(topology::LinkSlot, double factor) override;

private:
  Seconds next(Seconds now) override { return links_->next(now); }
  void advance(Seconds now) override;

  std::unique_ptr<LinkSimulation> links_;
  std::vector<Transfer*> transfers_; ///< by ticket
};

} // namespace daruma::mpi
