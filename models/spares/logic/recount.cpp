#include "models/spares/logic/recount.hpp"

#include <algorithm>
#include <cstdlib>

namespace daruma::models::spares {

Recount recount(const Network& network, const Pattern& pattern, const std::vector<int>& nodes) {
  Recount result;
  result.loads.resize(static_cast<std::size_t>(network.nodes()) * network.dimensions() * 2);
  for (int rank = 0; rank < pattern.ranks(); ++rank)
    for (const Partner& partner : pattern.sends(rank)) {
      int node = nodes[rank];
      int way = 0;
      for (const int axis : network.order()) {
        const GridLine line = network.line(axis);
        const int hops = line.hops(line.coordinate(node), line.coordinate(nodes[partner.rank]));
        const Direction direction = hops > 0 ? forward : backward;
        way += std::abs(hops);
        for (int hop = 0; hop < std::abs(hops); ++hop, node = line.neighbour(node, direction)) {
          int& load = result.loads[load_at(network, node, axis, direction)];
          load += partner.weight;
          result.collisions = std::max(result.collisions, load);
        }
      }
      result.longest_way = std::max(result.longest_way, way);
    }
  return result;
}

} // namespace daruma::models::spares
