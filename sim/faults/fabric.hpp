// A machine's cables and switches, with the numbers by which faults and management know them.
//
// Cables and routes are those that messages take in simulation (platforms/topology/wiring.hpp). Switches are numbered
// level by level upwards from the nodes, the ports of each first downwards; on a mesh or torus each node has a router,
// whose port 0 is the node's, that lives on when the node is off. Each node has one cable. Routes stay what they are
// whatever is broken.
#pragma once

#include "models/faults/logic/cabling.hpp"
#include "platforms/topology/wiring.hpp"
#include "sim/scenario/scenario.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace daruma::faults {

class Fabric final : public models::faults::Cabling {
public:
  using CableEnd = models::faults::CableEnd;

  explicit Fabric(const scenario::Machine&);

  int nodes() const { return static_cast<int>(cable_of_node_.size()); }
  int switches() const { return static_cast<int>(ports_.size()); }
  int ports(int network_switch) const override;
  CableEnd other_end(int network_switch, int port) const override;
  /// Nothing for the NIC of a node that is the only one. The management switch comes after all others, and has a port
  /// for each node.
  std::optional<CableEnd> plugged_into(int node, models::faults::Plug) const override;
  int management_switch() const { return switches(); }
  /// The links of a port's cable, or of a node's: one a direction; none where the cable is no link of the wiring.
  std::vector<topology::LinkSlot> links_of_port(int network_switch, int port) const;
  std::vector<topology::LinkSlot> links_of_node(int node) const;
  /// "3>x": the link of that name, if there is one.
  std::optional<topology::LinkSlot> link_named(std::string_view name) const;
  /// The way of a message between two different nodes.
  models::faults::Way way(int from, int to) const;

private:
  friend class Ways;

  struct Cable {
    CableEnd one;
    CableEnd other;
  };

  void number_switches();
  void lay_cables();
  int lay(const CableEnd& one, const CableEnd& other);
  int next_port(int network_switch) const {
    return static_cast<int>(ports_[static_cast<std::size_t>(network_switch)].size());
  }
  int switch_number(int level, int index) const;
  int port_at(int cable, int network_switch) const;
  std::vector<topology::LinkSlot> links_of(int cable) const;

  std::unique_ptr<const topology::Wiring> wiring_;
  std::vector<std::pair<int, int>> switches_; ///< level and index, ascending
  std::vector<Cable> cables_;
  std::vector<std::vector<int>> ports_; ///< of each switch: its cables
  std::vector<int> cable_of_node_;      ///< -1: none
  std::vector<int> cable_of_slot_;
};

/// Ways of messages, one after the other in the same memory: for those who look at very many.
class Ways {
public:
  explicit Ways(const Fabric& fabric) : fabric_(fabric) {}
  /// Until the next one. Between two different nodes.
  const models::faults::Way& find(int from, int to);

private:
  const Fabric& fabric_;
  std::vector<topology::LinkSlot> slots_;
  std::vector<int> cables_;
  models::faults::Way way_{};
};

} // namespace daruma::faults
