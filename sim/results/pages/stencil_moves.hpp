// What the failures of a stencil job did to its ranks: where they were before and after, followed by the same decision
// functions that the job itself uses (models/spares). The deaths between two restarts are taken together, as there.
#pragma once

#include "models/spares/mpi/stencil_arguments.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>
#include <vector>

namespace daruma::pages {

struct StencilMoves {
  models::spares::StencilOrder order;
  std::vector<int> before; ///< the process that carried each rank at first
  std::vector<int> after;  ///< and at the end
  std::vector<int> dead;   ///< processes
};

/// Nothing for another model, a job that was run again, or one whose failures no spare could answer.
std::optional<StencilMoves> stencil_moves(const scenario::Job&, const results::Result&);

} // namespace daruma::pages
