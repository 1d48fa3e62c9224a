// The components of the scenario's machine as time goes by: what breaks, by order or by law, and what it does to nodes.
//
// All breaks are known from the beginning: those of the scenario's events, and those that its laws draw for every
// device of a kind (keyed by the device's name). A node that hangs, loses its power or cannot be reached any more is
// lost to the jobs; processes end; CPUs slow down. sim/faults says what follows from what.
#pragma once

#include "models/faults/logic/read_fault_models.hpp"
#include "sim/core/node_loss.hpp"
#include "sim/faults/health.hpp"
#include "sim/faults/management.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::faults {

/// Whoever carries out what breaks do to nodes.
class BreakageEffects {
public:
  virtual ~BreakageEffects() = default;

  /// A component broke.
  virtual void tell(const std::string& text) = 0;
  /// The node's CPUs go on with that fraction of their speed, for good.
  virtual void throttle(int node, double fraction) = 0;
  virtual void end_processes(int node, const std::string& why) = 0;
  virtual void lose_node(int node, NodeLoss, const std::string& why) = 0;
  virtual bool is_lost(int node) const = 0;
};

/// In the wording of events.
std::string told_of_throttling(int node, double fraction);

class Breakage {
public:
  /// What is to happen, by time; what happens at the same time in the order of causes and effects.
  using Moments = std::map<Seconds, std::vector<std::function<void()>>>;

  Breakage(const scenario::Scenario&, int replication);
  Breakage(const Breakage&) = delete;
  Breakage& operator=(const Breakage&) = delete;

  /// These, who outlive the moments as this does, carry out what happens to nodes.
  Moments moments(BreakageEffects&) const;
  /// Somebody switched a node off.
  void switched_off(int node, Seconds at) { health_.switch_off(node, at); }

  const models::faults::FaultTree& tree() const { return tree_; }
  const Fabric& fabric() const { return fabric_; }
  const Health& health() const { return health_; }
  const Management& management() const { return management_; }

private:
  void order(const scenario::Scenario&);
  void draw(const scenario::Scenario&, std::uint64_t replication);
  void take_place(const Step&, BreakageEffects&) const;
  void give_up_unreachable(Seconds now, const std::string& why, BreakageEffects&) const;

  models::faults::FaultTree tree_;
  Fabric fabric_;
  Health health_{fabric_, tree_};
  Management management_;
  std::vector<std::pair<Seconds, std::string>> breaks_; ///< when, and what is told
};

} // namespace daruma::faults
