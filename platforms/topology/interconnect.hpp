// All links of a machine that bytes take, with their rates and latencies, and the routes over them.
//
// Beside the directed links of the wiring each node has a loopback for messages between its own processes and a port to
// the file system, which takes both directions as the file system itself does; and, where the machine limits what a
// node sends or receives over all its links together, one link into the network and one out of it, without a latency.
// Traffic of the file system is assumed not to disturb messages. Links are numbered: those of the wiring by their
// slots, then the file system's, then the others, kind by kind and node by node.
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
  BytesPerSecond injection;   ///< 0: no limit but the links'
  BytesPerSecond file_system; ///< of the whole machine; a node's port to it has the rate of a link
  Seconds file_system_latency;
};

class Interconnect {
public:
  Interconnect(std::unique_ptr<const Wiring>, int nodes, const LinkRates&);

  int nodes() const { return nodes_; }
  /// Stands for the file system where routes begin and end.
  int file_server() const { return nodes_; }
  /// How many links there are; they are numbered from 0.
  std::size_t links() const;
  /// Unique within the machine; empty where the number is that of an empty slot.
  std::string link_name(LinkSlot) const;
  /// What joins the node to the network and the file system beside the links of the wiring.
  std::vector<LinkSlot> own_links(int node) const;
  BytesPerSecond bandwidth(LinkSlot) const;
  Seconds latency(LinkSlot) const;
  /// Appends what a message from one node to another, to itself or to or from the file server takes, in the order of
  /// travel.
  void route(int from, int to, std::vector<LinkSlot>& links) const;

private:
  bool limits_injection() const { return rates_.injection > BytesPerSecond(0); }
  LinkSlot file_system() const { return slots_; }
  LinkSlot storage_port(int node) const { return file_system() + 1 + static_cast<LinkSlot>(node); }
  LinkSlot loopback(int node) const { return storage_port(nodes_ + node); }
  LinkSlot injection(int node) const { return loopback(nodes_ + node); }
  LinkSlot ejection(int node) const { return injection(nodes_ + node); }

  std::unique_ptr<const Wiring> wiring_;
  int nodes_;
  LinkSlot slots_; ///< of the wiring
  LinkRates rates_;
};

} // namespace daruma::topology
