// What of a scenario's breaks makes no sense on its machine: what only the devices' files can tell.
#pragma once

#include "sim/scenario/parse.hpp"

#include <string>
#include <vector>

namespace daruma::faults {

/// Whether any component of the scenario's machine breaks, or is asked about.
bool has_components(const scenario::Scenario&);

/// With places in `file`; empty if all is well.
std::vector<scenario::Problem> objections(const scenario::Scenario&, const std::string& file);

} // namespace daruma::faults
