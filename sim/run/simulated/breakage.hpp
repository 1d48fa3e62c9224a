// The components of the scenario's machine as time goes by: what breaks, by order or by law, and what it does to nodes.
//
// All breaks are known from the beginning: those of the scenario's events, and those that its laws draw for every
// device of a kind (keyed by the device's name). A node that hangs, loses its power or cannot be reached any more is
// lost to the jobs; processes end; CPUs slow down. sim/faults says what follows from what.
#pragma once

#include "models/faults/logic/read_fault_models.hpp"
#include "sim/faults/health.hpp"
#include "sim/faults/management.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace daruma::run {

class NodeEffects;

class Breakage {
public:
  Breakage(const scenario::Scenario&, int replication);
  Breakage(const Breakage&) = delete;
  Breakage& operator=(const Breakage&) = delete;

  /// From now on time does it, and these carry out what it does. What happens at the same time does so in the order of
  /// causes and effects.
  void set(NodeEffects&);
  /// Somebody switched a node off.
  void switched_off(int node, Seconds at) { health_.switch_off(node, at); }

  const models::faults::FaultTree& tree() const { return tree_; }
  const faults::Fabric& fabric() const { return fabric_; }
  const faults::Health& health() const { return health_; }
  const faults::Management& management() const { return management_; }

private:
  void order(const scenario::Scenario&);
  void draw(const scenario::Scenario&, std::uint64_t replication);
  void take_place(const faults::Step&, NodeEffects&) const;
  void give_up_unreachable(Seconds now, const std::string& why, NodeEffects&) const;

  models::faults::FaultTree tree_;
  faults::Fabric fabric_;
  faults::Health health_{fabric_, tree_};
  faults::Management management_;
  std::vector<std::pair<Seconds, std::string>> breaks_; ///< when, and what is told
};

} // namespace daruma::run
