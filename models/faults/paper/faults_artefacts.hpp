// The fault-localisation paper's figure (Sakai, Ishikawa).
#pragma once

#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::study {

std::vector<Artefact> faults_artefacts();

/// Our own: how much is named rightly, by what is cut of the management network.
Reproduction faults_accuracy(const Laboratory&);
/// What watching costs while nothing fails, and what is known afterwards.
Reproduction faults_cost(const Laboratory&);
/// Our own: what it is worth to know.
Reproduction faults_recovery(const Laboratory&);

} // namespace daruma::study
