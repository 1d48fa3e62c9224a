// Table 2 of the Falanx paper: what scheduling 10 000 tasks costs beyond running them.
#pragma once

#include "sim/experiment/reproduction.hpp"

#include <vector>

namespace daruma::experiment {

std::vector<Artefact> falanx_artefacts();

} // namespace daruma::experiment
