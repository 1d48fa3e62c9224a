// SimGrid's own flows as a network model, for comparison: what it simulates, others must.
#pragma once

#include "sim/mpi/transport/network.hpp"
#include "sim/mpi/transport/slots.hpp"

#include <simgrid/s4u/Comm.hpp>

#include <vector>

namespace daruma::mpi {

class SimGridNetwork final : public Network {
public:
  SimGridNetwork();

  void start(Transfer&, simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes) override;
  void stop(Transfer&) override;

private:
  simgrid::s4u::CommPtr take(Transfer&);

  Slots<simgrid::s4u::CommPtr> comms_; ///< by ticket
  /// SimGrid still refers to one after it has reported its end, and until it has noticed that it was stopped.
  simgrid::s4u::CommPtr ended_;
  std::vector<simgrid::s4u::CommPtr> stopping_;
};

} // namespace daruma::mpi
