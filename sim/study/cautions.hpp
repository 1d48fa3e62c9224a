// What is allowed in a scenario, but makes its run longer than anybody will wait: told before it begins.
//
// Estimates are of the order of magnitude: this computer is taken to carry out a million events a second.
#pragma once

#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace daruma::study {

/// A finished sentence for each, with its place in `file`; empty mostly.
std::vector<std::string> cautions(const scenario::Scenario&, const std::string& file);

} // namespace daruma::study
