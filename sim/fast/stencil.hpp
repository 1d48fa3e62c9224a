// The stencil job that outlives its nodes (models/spares), without ranks: months of a whole machine at once.
//
// The same pure functions decide who replaces whom and count the messages on each link. An exchange takes
// as long as the most loaded link needs for its messages, or a node for what it injects, whichever is
// longer, and the hops of the longest way; that is exact where one of them holds back every message of the
// link, and a lower bound elsewhere. Recovery itself takes no time but the checkpoints', and begins with the next
// exchange. Nobody drifts: ranks begin every exchange together, and the barrier for that costs nothing.
#pragma once

#include "models/spares/pattern.hpp"
#include "models/spares/substitution.hpp"
#include "sim/base/units.hpp"

#include <map>
#include <vector>

namespace daruma::fast {

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
  Seconds save{0};
  Seconds load{0};
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
  bool finished = false; ///< else a rank's place could not be filled
  Seconds end{0};
  int deaths = 0;
  int position = 0; ///< steps done
  std::map<int, Exchanges> by_failures;
};

/// A pure function of its arguments. `deaths` are in the order of time, each node at most once.
StencilRun run(const StencilCase&, const std::vector<NodeDeath>& deaths);

} // namespace daruma::fast
