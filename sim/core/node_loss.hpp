// How a node is lost to the jobs that run on it.
#pragma once

#include "sim/core/words.hpp"

#include <string>

namespace daruma {

enum class NodeLoss { went_off, hangs, cut_off };

/// As events are named.
inline const Choices<NodeLoss> kinds_of_loss{
    {"node_off", NodeLoss::went_off}, {"hang", NodeLoss::hangs}, {"cut_off", NodeLoss::cut_off}};

/// In the wording of events; `why` may be empty.
inline std::string told_of_node(int node, const std::string& why) {
  return "node-" + std::to_string(node) + (why.empty() ? "" : ": " + why);
}

} // namespace daruma
