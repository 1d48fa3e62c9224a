// A stencil job on its network, before its failures and after them: who carried which rank, what each link carried.
#pragma once

#include "models/descriptor/grid_picture.hpp"

namespace daruma::models::spares {

/// Follows the failures with the decisions that the job itself made; the deaths between two restarts are taken
/// together, as there. Nothing for a job that was run again, or one whose failures no spare could answer.
std::optional<GridPicture> draw_stencil(const scenario::Job&, const results::Result&);

} // namespace daruma::models::spares
