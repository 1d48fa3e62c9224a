// A network model of this project's own in SimGrid's time: SimGrid asks it, as its own models, when something happens
// next, and tells it how far time has come.
#pragma once

#include "sim/mpi/transport/link_simulation.hpp"
#include "sim/mpi/transport/network.hpp"

#include <memory>
#include <vector>

namespace daruma::mpi {

class TimedNetwork final : public Network {
public:
  /// The SimGrid engine exists and has not run. A host's network point has the number of its node.
  explicit TimedNetwork(std::unique_ptr<LinkSimulation>);
  ~TimedNetwork() override;

  void start(Transfer&, simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes) override;
  void stop(Transfer&) override;

private:
  class Clock;

  void advance(Seconds now);

  std::unique_ptr<LinkSimulation> links_;
  std::vector<Transfer*> transfers_; ///< by ticket
  std::shared_ptr<Clock> clock_;     ///< which the engine keeps, too
};

} // namespace daruma::mpi
