// Figures 6 to 10 of the migration paper, from its fast model, and artefacts of our own on the same model.
#pragma once

#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::study {

/// As titles name it.
inline constexpr const char* migration_paper = "Process Migratable MPI Program (Yazawa, Hibino)";

std::vector<Artefact> migration_artefacts();
std::vector<Artefact> migration_studies();

} // namespace daruma::study
