// The arguments of the stencil program, and what they make together.
#pragma once

#include "models/port/program.hpp"
#include "models/spares/logic/stencil_order.hpp"

namespace daruma::models::spares {

std::vector<ArgumentRule> stencil_arguments();

/// A finished sentence if the arguments do not fit each other, or such a job.
std::string mismatch(const Arguments&, const JobShape&);

/// The ranks' homes where spare nodes have no processes yet; empty where process p begins on node p.
std::vector<int> first_nodes(const Arguments&, const JobShape&);

/// A finished sentence if processes would not run on their nodes of a machine that is the grid with its layers of
/// spares.
std::string misplacement(const Arguments&, const Site&);

/// Whether the ranks' staggers are drawn.
bool draws(const Arguments&);

/// The order that arguments give which are acceptable and fit each other.
StencilOrder stencil_order(const Arguments&, RecoveryStyle);

/// What the calling process was given of them. Throws std::invalid_argument where they are not acceptable, or do not
/// fit a job of so many processes with spare ones.
StencilOrder read_stencil_order(int processes);

} // namespace daruma::models::spares
