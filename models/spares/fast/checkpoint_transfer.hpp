// How long ranks take that write their checkpoints to the file system which all share, or read them.
#pragma once

#include "sim/core/units.hpp"

#include <vector>

namespace daruma::fast {

/// A rank's checkpoint on the file system that all share, or from it.
struct CheckpointTransfer {
  Seconds alone{0};    ///< if no other rank uses the file system
  Seconds at_least{0}; ///< because of the rank's own way to it
  Seconds latency{0};
};

/// When the ranks end that began at these times, which are in order. All get equal parts of the file system, and none
/// more than its own way lets through.
std::vector<Seconds> ends(const CheckpointTransfer&, const std::vector<Seconds>& begins);
/// The last of these.
Seconds last_end(const CheckpointTransfer&, const std::vector<Seconds>& begins);

} // namespace daruma::fast
