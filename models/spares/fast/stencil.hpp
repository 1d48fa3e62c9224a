// The stencil job that outlives its nodes (models/spares), without ranks: months of a whole machine at once.
//
// The same pure functions decide who replaces whom and count the messages on each link. An exchange takes
// as long as the most loaded link needs for its messages, or a node for what it injects, whichever is
// longer, and the hops of the longest way; that is exact where one of them holds back every message of the
// link, and a lower bound elsewhere. Nobody drifts: ranks begin every exchange together, and the barrier for that costs
// nothing. A death is noticed by who waits for the dead in an exchange, or where all meet; that of a node that stands
// by where all meet because of another one, or in the end. Recovery itself takes no time but the checkpoints', and that
// of questions about parts that broke.
#pragma once

#include "models/spares/fast/checkpoint_transfer.hpp"
#include "models/spares/fast/questions.hpp"
#include "models/spares/logic/pattern.hpp"
#include "models/spares/logic/substitution.hpp"
#include "sim/core/units.hpp"
#include "sim/load/shared_node.hpp"

#include <map>
#include <optional>
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
  CheckpointTransfer checkpoint{};
};

/// From then on the node's processors have that fraction of their speed; 0: whoever was there is dead.
struct NodeChange {
  static constexpr double death = 0;

  Seconds time;
  int node;
  double speed = death;
};

/// What happens to nodes, one after the other in the order of time. Those that are none of the job's, or dead, do not
/// count.
class NodeChanges {
public:
  virtual ~NodeChanges() = default;
  virtual std::optional<NodeChange> next() = 0;
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
  int restarts = 0; ///< several deaths may be answered together
  int position = 0; ///< steps done
  std::map<int, Exchanges> by_failures;
};

/// Nodes that others load share their processors with the work of a step; without any, nobody does. `questions`: null
/// where nobody asks.
StencilRun run(const StencilCase&, NodeChanges&, Questions* questions, std::vector<load::SharedNode> loaded = {});

/// A pure function of its arguments. `deaths` are in the order of time.
StencilRun run(const StencilCase&, const std::vector<NodeDeath>& deaths, std::vector<load::SharedNode> loaded = {});

} // namespace daruma::fast
