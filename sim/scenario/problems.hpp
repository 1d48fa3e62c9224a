// From remarks on documents to the one error that the user sees: attributed to files, in reading order.
#pragma once

#include "sim/scenario/parse.hpp"
#include "sim/scenario/report.hpp"

namespace daruma::scenario {

/// The "file" of what was given by --set.
inline const std::string command_line = "--set";

/// Pointers that --set gave a value: a mistake there is not in the file.
using OverriddenPlaces = std::vector<std::string>;

/// The remarks as problems of that file, in the order of their pointers; those inside an overridden place are
/// those of the command line.
std::vector<Problem> in_file(const std::string& file, const Report&, const OverriddenPlaces& = {});

/// Throws ScenarioError if there is any problem.
void throw_problems(std::vector<Problem>);

} // namespace daruma::scenario
