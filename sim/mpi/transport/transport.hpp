// Carries bytes between two nodes over the network model of the scenario's choice.
//
// This is the floor of sim/mpi: the only place that starts network traffic. Everything above sees
// a transfer depart and, later and in kernel context, land or get lost. A host may have a limit to what it
// sends to others at once (the interfaces of its NIC, the spare-node paper's section 5.2): what comes
// beyond it waits in the order of departure. Receiving has no such limit, nor has the file system's traffic.
#pragma once

#include "sim/mpi/transport/interruptions.hpp"
#include "sim/mpi/transport/network.hpp"
#include "sim/mpi/transport/network_plan.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

class Transport {
public:
  explicit Transport(const NetworkPlan&);
  /// Starts moving `size` bytes. Kernel context; both hosts are on. The transfer outlives its flight.
  void depart(Transfer&, simgrid::s4u::Host* from, simgrid::s4u::Host* to, Bytes size);
  /// Stops a transfer under way; neither function of it is called. Kernel context.
  void recall(Transfer&);
  // Between whom nothing gets through for now. Whoever changes that reconsiders all that is on its way, and then
  // releases what was held back, in kernel context.

  Interruptions& interruptions() { return interruptions_; }
  /// A transfer that has departed stands still if its ends are apart, and goes on if they are not.
  void reconsider(Transfer&, const simgrid::s4u::Host& from, const simgrid::s4u::Host& to);
  /// What departed between nodes that were apart leaves if they are not any more.
  void release();
  /// From now on the link carries what it was built for divided by the factor. Kernel context.
  void slow_down(topology::LinkSlot link, double factor) { network_->slow_down(link, factor); }
  /// Whether those who send at one instant take turns, a transfer each: where what departs first goes first, and where
  /// SimGrid carries transfers, which it starts and stops in its kernel alone.
  bool takes_turns() const { return takes_turns_; }
  /// How many have departed so far; requests to the file system, which carry no data, are not counted: who asks for a
  /// file for ever comes no further.
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
  bool is_limited(const simgrid::s4u::Host* from, const simgrid::s4u::Host* to) const;
  template <class Queue> static void leave(Queue&, const Transfer&);
  void set_off(const Waiting&);
  void fill(NicQueue&);
  void vacate(Transfer&);

  std::unique_ptr<Network> network_;
  bool takes_turns_;
  int at_once_;
  const simgrid::s4u::Host* file_server_;
  std::unordered_map<const simgrid::s4u::Host*, NicQueue> nic_queues_; ///< looked up only
  Interruptions interruptions_;
  std::vector<Waiting> held_back_; ///< in the order of departure
  std::uint64_t departures_ = 0;
};

} // namespace daruma::mpi
