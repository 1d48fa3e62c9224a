// The rules of the Trace Event Format ("Trace Event Format", Google; JSON object form) that a trace has
// to keep so that viewers show all of it: keys that each phase requires, their types, times that are not
// negative, names for every track, and spans of one thread that nest.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace daruma::results {

/// What the trace does wrong, a sentence each; empty for a good one. Phases other than M, X, i and C are refused.
std::vector<std::string> broken_rules(const nlohmann::json& trace);

} // namespace daruma::results
