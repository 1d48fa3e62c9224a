// Where the nodes of a machine lie in a picture, in cells of one node each, and what is drawn around and between them.
#pragma once

#include "platforms/topology/wiring.hpp"

#include <string>
#include <utility>
#include <vector>

namespace daruma::topology {

struct Cell {
  int column;
  int row;
};

/// A box around cells: a router, a chassis, a group.
struct Frame {
  Cell corner; ///< top left
  int columns;
  int rows;
  std::string label; ///< in the row above; empty: none
};

struct Drawing {
  int columns = 1;
  int rows = 1;
  std::vector<Cell> nodes; ///< by node
  std::vector<Frame> frames{};
  std::vector<std::pair<Element, Cell>> switches{}; ///< those that are drawn, with the cables between them
};

/// Nodes in rows of so many.
Drawing in_rows(int columns, int nodes);

/// A mesh or torus: two dimensions are rows and columns, layers of further ones lie side by side with a cell between.
Drawing in_layers(const std::vector<int>& extents);

} // namespace daruma::topology
