// The stencil job that outlives its nodes (models/spares), without ranks: months of a whole machine at once.
//
// The same pure functions decide who replaces whom and count the messages on each link. An exchange takes
// as long as the most loaded link needs for its messages, or a node for what it injects, whichever is
// longer, and the hops of the longest way; that is exact where one of them holds back every message of the
// link, and a lower bound elsewhere. Recovery itself takes no time but the checkpoints', and begins with the next
// exchange. Nobody drifts: ranks begin every exchange together, and the barrier for that costs nothing.
#pragma once

#include "models/spares/logic/pattern.hpp"
#include "models/spares/logic/substitution.hpp"
#include "sim/core/units.hpp"
#include "sim/load/shared_node.hpp"

#include <map>
#include <vector>

namespace daruma::fast {

/// A rank's checkpoint on the file system that all share, or from it.
struct CheckpointTransfer {
  Seconds alone{0};    ///< if no other rank uses the file system
  Seconds at_least{0}; ///< because of the rank's own way to it
  Seconds latency{0};
};

/// When the last rank ends that began at one of these times, which are in order. All get equal parts of the file
/// system, and none more than its own way lets through.
Seconds last_end(const CheckpointTransfer&, const std::vector<Seconds>& begins);

struct StencilCase {
  const models::spares::Layout& layout;
  const models::spares::Pattern& pattern;
  models::spares::Policy policy;
  int steps = 1;
  Bytes message{0};
  Seconds work{0}; ///< of a step, beside its exchange
  BytesPerSecond link{1};
  BytesPerSecond injection{0}; ///< of a node over all its links; 0: no limit
  Seconds hop{0};
  int checkpoint_every = 0; ///< steps; 0: none
  CheckpointTransfer checkpoint{};
};

struct NodeDeath {
  Seconds time;
  int node;
};

/// The exchanges that were made after so many failures.
struct Exchanges {
  double count = 0;
  Seconds each{0};
  int moved = 0; ///< ranks, by the last of these failures
};

struct StencilRun {
  bool finished = false; ///< false: the place of a rank could not be filled
  Seconds end{0};
  int deaths = 0;
  int position = 0; ///< steps done
  std::map<int, Exchanges> by_failures;
};

/// A pure function of its arguments. `deaths` are in the order of time, each node at most once. Nodes that others load
/// share their processors with the work of a step; without any, nobody does.
StencilRun run(const StencilCase&, const std::vector<NodeDeath>& deaths, std::vector<load::SharedNode> loaded = {});

} // namespace daruma::fast
