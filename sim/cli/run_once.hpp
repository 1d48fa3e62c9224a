// A run that a person asked for, and what it leaves in its folder.
#pragma once

#include "sim/cli/run_order.hpp"
#include "sim/results/records.hpp"

#include <string>

namespace daruma::cli {

/// In the world that the order names. What a run that breaks has recorded until then is left behind before the error
/// goes on to the caller; throws as `simulate` and `perform` do (worlds.hpp).
results::Result run_once(const RunOrder&, scenario::Scenario);

/// What happened as text for so many columns, with the claims behind it, if there are any.
std::string shown(const results::Result&, const std::string& claims, int columns);

/// Writes result.json, trace.json and the text into the order's folder, and what processes printed below its output/.
void leave_behind(const RunOrder&, const results::Result&, const std::string& text);

/// The exit status of a run that was cut; says on standard error by which signal, if it was one.
int cut_short(const results::Cut&, const std::filesystem::path& out);

} // namespace daruma::cli
