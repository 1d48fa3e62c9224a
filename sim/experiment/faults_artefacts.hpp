// The fault-localisation paper's figure (Sakai, Ishikawa).
#pragma once

#include "sim/experiment/reproduction.hpp"

#include <vector>

namespace daruma::experiment {

std::vector<Artefact> faults_artefacts();

/// Our own: how much is named rightly, by what is cut of the management network.
Reproduction faults_accuracy(const Laboratory&);

} // namespace daruma::experiment
