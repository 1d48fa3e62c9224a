#include "platforms/topology/drawing.hpp"

#include <functional>
#include <numeric>

namespace daruma::topology {

Drawing in_rows(int columns, int nodes) {
  Drawing drawing{columns, (nodes + columns - 1) / columns, {}};
  for (int node = 0; node < nodes; ++node) drawing.nodes.push_back({node % columns, node / columns});
  return drawing;
}

Drawing in_layers(const std::vector<int>& extents) {
  const int columns = extents[0];
  const int rows = extents.size() > 1 ? extents[1] : 1;
  const int of_layer = columns * rows;
  const int nodes = std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>());
  Drawing drawing{nodes / of_layer * (columns + 1) - 1, rows, {}};
  for (int node = 0; node < nodes; ++node)
    drawing.nodes.push_back({node % columns + node / of_layer * (columns + 1), node / columns % rows});
  return drawing;
}

} // namespace daruma::topology
