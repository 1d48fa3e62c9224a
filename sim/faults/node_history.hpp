// What becomes of a machine's nodes as its parts break and as somebody switches nodes off, where nobody's ranks run:
// one change after the other, worked out as far as anybody wants to know.
#pragma once

#include "sim/faults/breakage.hpp"

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace daruma::faults {

struct NodeHistoryChange {
  Seconds at;
  int node;
  double speed; ///< of its CPUs from then on, as a fraction; 0: processes that were there are gone
};

/// As a run with ranks tells it, but for the ends of processes.
struct NodeHistoryEvent {
  Seconds at;
  std::string kind;
  std::string text;
};

struct SwitchedOff {
  Seconds at;
  int node;
};

class NodeHistory final : private BreakageEffects {
public:
  /// The breakage outlives it, and learns of the nodes that are switched off.
  NodeHistory(Breakage&, const std::vector<SwitchedOff>&);
  NodeHistory(const NodeHistory&) = delete;
  NodeHistory& operator=(const NodeHistory&) = delete;

  /// In the order of time, and at one time of causes and effects. A node's processes may be gone more than once.
  std::optional<NodeHistoryChange> next();
  /// Up to the last change that anybody wanted to know, or later.
  const std::vector<NodeHistoryEvent>& events() const { return events_; }

private:
  void tell(const std::string& text) override;
  void throttle(int node, double fraction) override;
  void end_processes(int node, const std::string& why) override;
  void lose_node(int node, NodeLoss, const std::string& why) override;
  bool is_lost(int node) const override { return lost_.count(node) != 0; }

  Breakage& breakage_;
  Breakage::Moments moments_;
  Seconds now_{0};
  std::set<int> lost_;
  std::deque<NodeHistoryChange> changes_;
  std::vector<NodeHistoryEvent> events_;
};

} // namespace daruma::faults
