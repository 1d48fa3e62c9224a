// How the rank of a failed node gets a new one (the paper's sections 4.2.1 to 4.3).
//
// 0D: a spare takes the place. kD: the ranks on the k-dimensional slice through the failed node slide
// one node towards a face of spares, from the failed node's layer outward; layers that hold no rank but
// a failed node where one would go are passed over. 1D slides a line; 2D, in a 2D network, drops a
// whole row or column, and in a 3D one slides the plane of the direction and the lowest other axis; 3D
// slides everything beyond. Hybrid tries the highest first. Pure: every process decides alike.
#pragma once

#include "models/spares/logic/placement.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace daruma::models::spares {

/// Which of several directions a slide takes.
enum class DirectionRule {
  keep,    ///< the one that was taken first, where possible, else the faces in their order (the paper's Fig. 6)
  shortest ///< whatever moves the fewest ranks; the faces' order breaks ties
};

/// Which spare node takes the place of a failed one by 0D substitution.
enum class SpareChoice {
  nearest,         ///< fewest hops from the failed node, then lowest id
  least_collisions ///< fewest collisions afterwards, then as nearest
};

struct Policy {
  std::vector<int> methods{0}; ///< dimensions of the slides to try, in this order; 0 is a spare
  DirectionRule rule = DirectionRule::keep;
  SpareChoice choice = SpareChoice::nearest;
};

/// "0d", "1d", "2d", ..., up to the job's dimensions, or "hybrid"; nothing on anything else.
std::optional<std::vector<int>> parse_method(std::string_view text, int dimensions);

/// The collisions that a move would cause; needed for SpareChoice::least_collisions only.
using Collisions = std::function<int(const Move&)>;

/// What to do about the failure of a node that has not failed before; nothing if no method can.
std::optional<Substitution> substitute(const Placement&, int node, const Policy&, const Collisions& = {});

/// The idle node nearest to a node by hops, the lowest id of several; nothing if there is none.
std::optional<int> nearest_spare(const Placement&, int node);

/// The k-dimensional slide towards a face; nothing if it cannot be.
std::optional<std::vector<Move>> slide(const Placement&, int node, const Face&, int dimensions);

} // namespace daruma::models::spares
