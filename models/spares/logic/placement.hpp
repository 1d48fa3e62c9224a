// Which rank is on which node, which nodes have failed, and what has been done about it so far.
//
// A node that carries no rank and has not failed is a spare, whether it was reserved as one or was
// freed by a slide (the paper's section 4.3). Substitutions are applied and undone in the order of a
// stack, so that a search over failures needs no copies.
#pragma once

#include "models/spares/logic/layout.hpp"
#include "sim/core/rank_move.hpp"

#include <optional>
#include <vector>

namespace daruma::models::spares {

/// From node to node: on each is the process of its number.
using Move = RankMove;

/// The answer to the failure of one node: who moves where. A spare's failure moves nobody.
struct Substitution {
  int failed = 0;
  std::optional<Face> slide; ///< towards which the ranks slid; none: a spare took the place, or nobody moved
  std::vector<Move> moves;   ///< from the failed node outward, each rank at most once
};

class Placement {
public:
  static constexpr int idle = -1;
  static constexpr int failed = -2;

  explicit Placement(const Layout& layout);

  const Layout& layout() const { return *layout_; }
  int node_of(int rank) const { return node_of_[rank]; }
  const std::vector<int>& nodes() const { return node_of_; }
  /// The rank on that node, `idle` or `failed`.
  int at(int node) const { return at_[node]; }
  /// The nodes that are idle, in no particular order.
  const std::vector<int>& idle_nodes() const { return idle_; }
  /// How many of them are no reserved spares.
  int freed() const { return freed_; }
  /// Towards which the first slide went.
  std::optional<Face> first_slide() const;

  void apply(const Substitution&);
  /// Takes back the last substitution that was applied, which is this one.
  void undo(const Substitution&);

private:
  void put(int node, int what);

  const Layout* layout_;
  std::vector<int> node_of_;
  std::vector<int> at_;
  std::vector<int> idle_;
  std::vector<int> place_in_idle_; ///< by node; meaningless for those that are not idle
  int freed_ = 0;
  std::vector<Face> slides_;
};

} // namespace daruma::models::spares
