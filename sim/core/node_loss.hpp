// How a node is lost to the jobs that run on it.
#pragma once

#include "sim/core/words.hpp"

namespace daruma {

enum class NodeLoss { went_off, hangs, cut_off };

/// As events are named.
inline const Choices<NodeLoss> kinds_of_loss{
    {"node_off", NodeLoss::went_off}, {"hang", NodeLoss::hangs}, {"cut_off", NodeLoss::cut_off}};

} // namespace daruma
