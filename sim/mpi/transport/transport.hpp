// Carries bytes between two hosts through SimGrid's network model.
//
// This is the floor of sim/mpi: the only place that starts network traffic. Everything above sees
// a transfer depart and, later and in kernel context, land or get lost. A host may have a limit to what it
// sends to others at once (the interfaces of its NIC, the spare-node paper's section 5.2): what comes
// beyond it waits in the order of departure. Receiving has no such limit.
#pragma once

#include "sim/core/units.hpp"

#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Host.hpp>

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

/// Something on its way. Exactly one of the two functions is called, in kernel context, unless it is recalled.
class Transfer {
public:
  virtual ~Transfer() = default;
  virtual void landed() = 0;
  virtual void lost() = 0;

private:
  friend class Transport;
  simgrid::s4u::CommPtr comm_;
  const simgrid::s4u::Host* queued_at_ = nullptr; ///< where it waits or takes up a place; none without a limit
};

class Transport {
public:
  /// `at_once`: how many cargoes a host sends to others at the same time; 0: any number.
  explicit Transport(int at_once);
  /// Starts moving `size` bytes. Kernel context; both hosts are on. The transfer outlives its flight.
  void depart(Transfer&, simgrid::s4u::Host* from, simgrid::s4u::Host* to, Bytes size);
  /// Stops a transfer under way; neither function of it is called. Kernel context.
  void recall(Transfer&);
  /// How many have departed so far.
  std::uint64_t departures() const { return departures_; }

private:
  struct Waiting {
    Transfer* transfer;
    simgrid::s4u::Host* from;
    simgrid::s4u::Host* to;
    Bytes size;
  };
  struct NicQueue {
    int busy = 0;
    std::deque<Waiting> waiting;
  };
  static void start(const Waiting&);
  static void leave_queue(NicQueue&, const Transfer&);
  void fill(NicQueue&) const;
  void vacate(Transfer&);

  int at_once_;
  std::unordered_map<const simgrid::s4u::Host*, NicQueue> nic_queues_; ///< looked up only
  std::uint64_t departures_ = 0;
  /// SimGrid still refers to a transfer after it has reported its end, and until it has noticed that it was stopped.
  simgrid::s4u::CommPtr ended_;
  std::vector<simgrid::s4u::CommPtr> stopping_;
};

} // namespace daruma::mpi
