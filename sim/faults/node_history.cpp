#include "sim/faults/node_history.hpp"

#include <utility>

namespace daruma::faults {

/// A node that is lost already is not switched off.
NodeHistory::NodeHistory(Breakage& breakage, const std::vector<SwitchedOff>& switched_off)
    : breakage_(breakage), moments_(breakage.moments(*this)) {
  for (const SwitchedOff& one : switched_off)
    moments_[one.at].insert(moments_[one.at].begin(), [this, one] {
      if (is_lost(one.node)) return;
      breakage_.switched_off(one.node, one.at);
      lose_node(one.node, NodeLoss::went_off, "");
    });
}

std::optional<NodeHistoryChange> NodeHistory::next() {
  while (changes_.empty() && !moments_.empty()) {
    const auto moment = moments_.extract(moments_.begin());
    now_ = moment.key();
    for (const auto& happens : moment.mapped()) happens();
  }
  if (changes_.empty()) return std::nullopt;
  const NodeHistoryChange change = changes_.front();
  changes_.pop_front();
  return change;
}

void NodeHistory::tell(const std::string& text) { events_.push_back({now_, "break", text}); }

void NodeHistory::throttle(int node, double fraction) {
  if (is_lost(node)) return;
  events_.push_back({now_, "throttle", told_of_throttling(node, fraction)});
  changes_.push_back({now_, node, fraction});
}

void NodeHistory::end_processes(int node, const std::string&) { changes_.push_back({now_, node, 0}); }

void NodeHistory::lose_node(int node, NodeLoss loss, const std::string& why) {
  if (!lost_.insert(node).second) return;
  events_.push_back({now_, std::string(word_of(kinds_of_loss, loss)), told_of_node(node, why)});
  changes_.push_back({now_, node, 0});
}

} // namespace daruma::faults
