// Collisions counted in full, link by link: what the incremental counting is held against, in tests
// and in the benchmark.
#pragma once

#include "models/spares/logic/network.hpp"
#include "models/spares/logic/pattern.hpp"

#include <vector>

namespace daruma::models::spares {

struct Recount {
  int collisions = 0;
  int longest_way = 0;
  std::vector<int> loads; ///< of directed links, see load_at
};

/// Where in Recount::loads the link is that leaves a node along an axis.
inline std::size_t load_at(const Network& network, int node, int axis, Direction direction) {
  return (static_cast<std::size_t>(node) * network.dimensions() + axis) * 2 + direction;
}

/// `nodes`: where each rank is.
Recount recount(const Network&, const Pattern&, const std::vector<int>& nodes);

} // namespace daruma::models::spares
