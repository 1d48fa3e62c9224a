// SimGrid's own flows as a network model, for comparison: what it simulates, others must.
#pragma once

#include "platforms/topology/interconnect.hpp"
#include "sim/mpi/transport/network.hpp"
#include "sim/mpi/transport/slots.hpp"

#include <simgrid/s4u/Comm.hpp>

#include <memory>
#include <vector>

namespace daruma::mpi {

class SimGridNetwork final : public Network {
public:
  /// Links by their names and rates; none are needed where none is ever slower.
  explicit SimGridNetwork(std::shared_ptr<const topology::Interconnect>);

  void start(Transfer&, simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes) override;
  void stop(Transfer&) override;
  void pause(Transfer& transfer) override { comms_[ticket(transfer)]->suspend(); }
  void resume(Transfer& transfer) override { comms_[ticket(transfer)]->resume(); }
  void slow_down(topology::LinkSlot, double factor) override;

private:
  simgrid::s4u::CommPtr take(Transfer&);

  std::shared_ptr<const topology::Interconnect> interconnect_;
  Slots<simgrid::s4u::CommPtr> comms_; ///< by ticket
  /// SimGrid still refers to one after it has reported its end, and until it has noticed that it was stopped.
  simgrid::s4u::CommPtr ended_;
  std::vector<simgrid::s4u::CommPtr> stopping_;
};

} // namespace daruma::mpi
