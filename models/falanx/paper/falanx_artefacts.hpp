// Table 2 of the Falanx paper: what scheduling 10 000 tasks costs beyond running them. And studies of our own: by the
// tasks' length, by the number of workers, by the rate of failures.
#pragma once

#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::study {

std::vector<Artefact> falanx_artefacts();
std::vector<Artefact> falanx_studies();

} // namespace daruma::study
