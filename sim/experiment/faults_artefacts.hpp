// The fault-localisation paper's figure (Sakai, Ishikawa).
#pragma once

#include "sim/experiment/reproduction.hpp"

#include <vector>

namespace daruma::experiment {

std::vector<Artefact> faults_artefacts();

} // namespace daruma::experiment
