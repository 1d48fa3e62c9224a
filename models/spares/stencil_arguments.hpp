// The arguments of the stencil program, and what they make together.
#pragma once

#include "models/port/program.hpp"
#include "models/spares/layout.hpp"
#include "models/spares/substitution.hpp"

namespace daruma::models::spares {

std::vector<ArgumentRule> stencil_arguments();

/// A finished sentence if the arguments do not fit each other, or a job of so many ranks and spares.
std::string mismatch(const Arguments&, int ranks, int spares);

/// The calling process's arguments, typed.
struct StencilOrder {
  Layout layout;
  Policy policy;
  Wrap boundary;
  int steps;
  Bytes message;
  Flops work;
};

/// Throws std::invalid_argument where they are not acceptable, or do not fit a job of so many processes.
StencilOrder read_stencil_order(int processes);

} // namespace daruma::models::spares
