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
  machine.topology.kind = scenario::TopologyKind::fat_tree;
  machine.topology.down = {nodes_of_leaf, leaves};
  machine.topology.up = {1, spines};
  machine.topology.parallel = {1, 1};
  return machine;
}

inline scenario::Machine grid(scenario::TopologyKind kind, std::vector<int> extents) {
  scenario::Machine machine;
  machine.nodes = 1;
  for (const int extent : extents) machine.nodes *= extent;
  machine.topology.kind = kind;
  machine.topology.dimensions = std::move(extents);
  return machine;
}

/// What the name names, breaking at that time.
inline Break broken(const std::string& name, const Fabric& fabric, Seconds at = Seconds(0)) {
  return {std::get<Weakness>(target(name, fabric, devices())), at};
}

} // namespace daruma::faults
