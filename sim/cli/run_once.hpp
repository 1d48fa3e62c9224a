// A run that a person asked for, and what it tells.
#pragma once

#include "sim/cli/result_folder.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/results/records.hpp"

#include <string>

namespace daruma::cli {

/// In the world that the order names. What a run that breaks has recorded until then is in the folder before the error
/// goes on to the caller; throws as `simulate` and `perform` do (worlds.hpp).
results::Result run_once(const RunOrder&, scenario::Scenario, const ResultFolder&);

/// What happened as text for so many columns, with the claims behind it, if there are any.
std::string shown(const results::Result&, const std::string& claims, int columns);

/// The exit status of a run that was cut; says on standard error by which signal, if it was one.
int cut_short(const results::Cut&, const std::filesystem::path& out);

} // namespace daruma::cli
