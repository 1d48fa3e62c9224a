// Every artefact that `reproduce` knows, in the order of the papers.
#pragma once

#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::models {

const std::vector<study::Artefact>& artefacts();

} // namespace daruma::models
