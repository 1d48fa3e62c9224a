// The plane of a job with spares as pictures of it, after each of several failures.
#pragma once

#include "models/spares/logic/placement.hpp"
#include "sim/study/grid.hpp"

#include <string>
#include <vector>

namespace daruma::models::spares::paper {

/// After each answer to the failure of a node on which a rank began, a grid of the 6 x 6 ranks and their spares at
/// these faces: who moved just now, and the links that two messages or more of the job's exchange share.
std::vector<study::Grid> grids_after(const std::string& line, const char* faces,
                                     const std::vector<Substitution>& answers);

} // namespace daruma::models::spares::paper
