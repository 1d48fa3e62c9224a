// Figures 4 and 5 of the migration paper: its Laplace solver, rank by rank, on the machine of its section 3.
#pragma once

#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::study {

std::vector<Artefact> migration_solver_artefacts();

} // namespace daruma::study
