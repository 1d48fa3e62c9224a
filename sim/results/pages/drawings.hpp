// Machines as pictures (SVG): nodes where they lie in a mesh or torus (two dimensions, the others side by side), or in
// rows, a leaf switch a row; and the links of a stencil job with the messages that share them.
#pragma once

#include "sim/results/pages/machine_state.hpp"
#include "sim/results/pages/markup.hpp"
#include "sim/results/pages/stencil_moves.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <vector>

namespace daruma::pages {

/// Where node n is drawn, in cells; layers of more than two dimensions lie side by side with a cell between them.
struct Grid {
  int columns;
  int rows;
  int layers = 1;

  int column(int node) const { return node % columns + node / (columns * rows) * (columns + 1); }
  int row(int node) const { return node / columns % rows; }
  int width() const { return layers * (columns + 1) - 1; }
};

Grid grid_of(const scenario::Machine&);

/// Who was where, what failed, what stood by, who moved; with a legend.
Markup draw_machine(const scenario::Machine&, const MachineState&, const std::vector<results::JobRow>& jobs);

/// The loads of a stencil job's links before the failures and after them, side by side.
Markup draw_links(const StencilMoves&);

} // namespace daruma::pages
