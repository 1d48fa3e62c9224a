// Machines whose components break, and their devices as the project describes them.
#pragma once

#include "models/faults/logic/read_fault_models.hpp"
#include "sim/faults/campaign.hpp"

#include <filesystem>

namespace daruma::faults {

inline const models::faults::FaultTree& devices() {
  static const auto all =
      models::faults::read_fault_models(std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms" / "devices");
  return all;
}

/// Nodes on one switch.
inline scenario::Machine flat(int nodes) {
  scenario::Machine machine;
  machine.nodes = nodes;
  return machine;
}

/// Two levels of switches.
inline scenario::Machine two_levels(int leaves, int nodes_of_leaf, int spines) {
  scenario::Machine machine;
  machine.nodes = leaves * nodes_of_leaf;
  machine.topology =
      topology::topology_of("fat-tree", {{"down", {nodes_of_leaf, leaves}}, {"up", {1, spines}}, {"parallel", {1, 1}}});
  return machine;
}

inline scenario::Machine grid(const std::string& kind, std::vector<int> extents) {
  scenario::Machine machine;
  machine.nodes = 1;
  for (const int extent : extents) machine.nodes *= extent;
  machine.topology = topology::topology_of(kind, {{"dimensions", std::move(extents)}});
  return machine;
}

/// Groups of two chassis of three routers with two nodes each.
inline scenario::Machine dragonfly(int groups, std::vector<int> parallel) {
  scenario::Machine machine;
  machine.nodes = groups * 12;
  machine.topology = topology::topology_of("dragonfly", {{"groups", {groups}},
                                                         {"chassis_per_group", {2}},
                                                         {"routers_per_chassis", {3}},
                                                         {"nodes_per_router", {2}},
                                                         {"parallel", std::move(parallel)}});
  return machine;
}

/// What the name names, breaking at that time.
inline Break broken(const std::string& name, const Fabric& fabric, Seconds at = Seconds(0)) {
  return {std::get<FailureMode>(target(name, fabric, devices())), at};
}

} // namespace daruma::faults
