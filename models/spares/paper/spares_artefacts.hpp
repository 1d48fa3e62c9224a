// The spare-node paper's figures and Table 1 (Yoshinaga, Hori, Ishikawa), and studies of what it leaves open.
#pragma once

#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::study {

/// Figures 3, 4, 6, 7, 8, 9 and Table 1.
std::vector<Artefact> spares_artefacts();
/// Three dimensions, tori, and what spares cost a machine (the paper's sections 5.5 to 5.9).
std::vector<Artefact> spares_studies();

/// A job on Fugaku whose nodes fail for a month.
std::vector<Artefact> spares_operation();

/// Repeated exchanges after a failure, measured: what ranks that drift apart make of the static count.
std::vector<Artefact> spares_drift();

} // namespace daruma::study
