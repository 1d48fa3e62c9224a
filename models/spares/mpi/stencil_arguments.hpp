// The arguments of the stencil program, and what they make together.
#pragma once

#include "models/port/program.hpp"
#include "models/spares/logic/stencil_order.hpp"

namespace daruma::models::spares {

std::vector<ArgumentRule> stencil_arguments();

/// A finished sentence if the arguments do not fit each other, or a job of so many ranks and spares.
std::string mismatch(const Arguments&, int ranks, int spares);

/// A finished sentence if process p would not run on node p of a machine that is the grid with its layers of spares.
std::string misplacement(const Arguments&, const Site&);

/// Whether the ranks' staggers are drawn.
bool draws(const Arguments&);

/// The order that arguments give which are acceptable and fit each other.
StencilOrder stencil_order(const Arguments&);

/// Throws std::invalid_argument where they are not acceptable, or do not fit a job of so many processes.
StencilOrder read_stencil_order(int processes);

} // namespace daruma::models::spares
