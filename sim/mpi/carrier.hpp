// Carries bytes between two hosts through SimGrid's network model.
//
// This is the floor of sim/mpi: the only place that starts network traffic. Everything above sees
// a cargo depart and, later and in kernel context, land or get lost.
#pragma once

#include "sim/base/units.hpp"

#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Host.hpp>

#include <cstdint>
#include <vector>

namespace daruma::mpi {

/// Something on its way. Exactly one of the two functions is called, in kernel context, unless it is recalled.
class Cargo {
public:
  virtual ~Cargo() = default;
  virtual void landed() = 0;
  virtual void lost() = 0;

private:
  friend class Carrier;
  simgrid::s4u::CommPtr transfer_;
};

class Carrier {
public:
  Carrier();
  /// Starts moving `size` bytes. Kernel context; both hosts are on. The cargo outlives its flight.
  void depart(Cargo&, simgrid::s4u::Host* from, simgrid::s4u::Host* to, Bytes size);
  /// Stops a cargo under way; neither function of it is called. Kernel context.
  void recall(Cargo&);
  /// How many have departed so far.
  std::uint64_t departures() const { return departures_; }

private:
  std::uint64_t departures_ = 0;
  /// SimGrid still refers to a transfer after it has reported its end, and until it has noticed that it was stopped.
  simgrid::s4u::CommPtr ended_;
  std::vector<simgrid::s4u::CommPtr> stopping_;
};

} // namespace daruma::mpi
