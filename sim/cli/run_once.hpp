// A run that a person asked for, and what it tells.
#pragma once

#include "sim/cli/result_folder.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/results/records.hpp"

#include <functional>
#include <string>

namespace daruma::cli {

/// What is to stand below the table of a result; empty for nothing.
using Claims = std::function<std::string(const results::Result&)>;

/// In the world that the order names; the folder gets the result. What a run that breaks has recorded until then is
/// there before the error goes on to the caller; throws as `simulate` and `perform` do (worlds.hpp), and as if the run
/// had crashed where its result cannot be written because a program has left the heap in disorder.
results::Result run_once(const RunOrder&, scenario::Scenario, const ResultFolder&, const Claims&);

/// What happened as text for so many columns, with the claims behind it, if there are any.
std::string shown(const results::Result&, const std::string& claims, int columns);

/// The exit status of a run that was cut; says on standard error by which signal, if it was one.
int cut_short(const results::Cut&, const std::filesystem::path& out);

} // namespace daruma::cli
