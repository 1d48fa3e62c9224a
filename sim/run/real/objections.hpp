// What of a scenario a given MPI on a given machine cannot do, said before anything is started.
//
// Measured, not assumed: Open MPI 4.1 has no ULFM, so that survivors hang or are ended; MPICH's
// launcher ends the survivors, and its spawn fails. A job that is run again from its checkpoints
// (recovery "rerun") needs neither.
#pragma once

#include "sim/run/real/installation.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace daruma::real {

/// One finished sentence each, with the JSON pointer it is about; empty if all can be done.
std::vector<std::string> objections(const scenario::Scenario&, const Installation&, int cores_here);

} // namespace daruma::real
