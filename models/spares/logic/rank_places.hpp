// The nodes of a job's ranks as failures come: each is answered by the job's policy in the order in which they come.
//
// The program's processes, the event-driven form and the report follow the same failures with it, and so agree on who
// is where.
#pragma once

#include "models/spares/logic/substitution.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace daruma::models::spares {

class RankPlaces {
public:
  /// `layout` outlives it.
  RankPlaces(const Layout& layout, Policy policy) : policy_(std::move(policy)), placement_(layout) {}

  const Placement& placement() const { return placement_; }
  /// Nodes that have failed until now.
  int failures() const { return failures_; }

  /// The moves that follow upon the failure of a node; nothing if the policy has no answer to it.
  std::optional<std::vector<Move>> answer(int failed);
  /// The moves that follow upon the failure of several nodes at once; nothing if the policy has no answer to it.
  std::optional<std::vector<Move>> answer(const std::vector<int>& failed);

private:
  Policy policy_;
  Placement placement_;
  int failures_ = 0;
};

/// How many ranks are on another node after these moves than before them.
int ranks_moved(const std::vector<Move>&);

} // namespace daruma::models::spares
