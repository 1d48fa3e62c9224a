// All directed links of a machine that messages take, with their rates and latencies, and the routes over them.
//
// Beside the links of the wiring each node has a loopback for messages between its own processes and, where the machine
// limits what a node sends or receives over all its links together, one link into the network and one out of it,
// without a latency. Links are numbered: those of the wiring by their slots, then the others, node by node.
#pragma once

#include "platforms/topology/wiring.hpp"
#include "sim/core/units.hpp"

#include <memory>
#include <string>
#include <vector>

namespace daruma::topology {

struct LinkRates {
  BytesPerSecond link;
  Seconds hop; ///< from the begin of a link to the begin of the next, a router's delay included
  BytesPerSecond loopback;
  Seconds loopback_latency;
  BytesPerSecond injection; ///< 0: no limit but the links'
};

class Interconnect {
public:
  Interconnect(std::unique_ptr<const Wiring>, int nodes, const LinkRates&);

  int nodes() const { return nodes_; }
  /// Link numbers are below.
  std::size_t links() const;
  /// Unique within the machine; empty where the number is that of an empty slot.
  std::string link_name(LinkSlot) const;
  BytesPerSecond bandwidth(LinkSlot) const;
  Seconds latency(LinkSlot) const;
  /// Appends what a message from one node to another, or to itself, takes, in the order of travel.
  void route(int from, int to, std::vector<LinkSlot>& links) const;

private:
  bool limits_injection() const { return rates_.injection > BytesPerSecond(0); }
  LinkSlot loopback(int node) const { return slots_ + static_cast<LinkSlot>(node); }
  LinkSlot injection(int node) const { return loopback(nodes_ + node); }
  LinkSlot ejection(int node) const { return injection(nodes_ + node); }

  std::unique_ptr<const Wiring> wiring_;
  int nodes_;
  LinkSlot slots_; ///< of the wiring
  LinkRates rates_;
};

} // namespace daruma::topology
