// Tables 1 and 2 and Figures 4 and 5 of the DyProReconf paper.
#pragma once

#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::study {

std::vector<Artefact> dyprc_artefacts();

} // namespace daruma::study
