// The nodes of a job's ranks as failures come: each is answered by the job's policy in the order in which they come.
//
// The program's processes, the event-driven form and the report follow the same failures with it, and so agree on who
// is where.
#pragma once

#include "models/spares/logic/stencil_order.hpp"
#include "models/spares/logic/substitution.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace daruma::models::spares {

/// The node that keeps the events of ranks which go back alone (mpi/event_logger.hpp): the last that is a spare.
int event_logger(const Layout& layout);

class RankPlaces {
public:
  /// `layout` outlives it.
  RankPlaces(const Layout& layout, Policy policy) : policy_(std::move(policy)), placement_(layout) {}

  const Placement& placement() const { return placement_; }
  /// Nodes that have failed until now.
  int failures() const { return failures_; }

  /// The spare takes no rank's place.
  void set_aside(int spare);
  /// The moves that follow upon the failure of a node; nothing if the policy has no answer to it.
  std::optional<std::vector<Move>> answer(int failed);
  /// The moves that follow upon the failure of several nodes at once; nothing if the policy has no answer to it.
  std::optional<std::vector<Move>> answer(const std::vector<int>& failed);

private:
  Policy policy_;
  Placement placement_;
  int failures_ = 0;
};

/// Before all failures. Who keeps events is no spare.
RankPlaces places_at_start(const StencilOrder& order);

/// How many ranks are on another node after these moves than before them.
int ranks_moved(const std::vector<Move>&);

} // namespace daruma::models::spares
