// From measured times of calls to the rules of a runtime profile that say what a message, a copy and a combination take
// of a processor (sim/core/processor_time.hpp).
//
// A rule covers lengths of which the longest is four times the shortest, all of one protocol: fixed and rate are the
// line whose errors, in parts of what was measured, have the least sum of squares. Pure.
#pragma once

#include "sim/calibration/fit.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace daruma::calibration {

/// What a "send", "receive", "combine" or "copy" of so many bytes took; nothing if it was not measured.
std::optional<double> processor_time(const Values&, const std::string& list, int length);

/// Whether the number is of one of the four lists.
bool is_of_list(const Place&);

/// From which length on messages wait for their receive, as the library says; 4 KiB where it does not.
int eager_limit(const Values&);

/// The numbers of "send", "receive", "combine" and "copy"; nothing of what was not measured or took no time.
void fit_processor_times(Numbers&, const Values&);

/// y = fixed + slope * x through points of y > 0 with the least relative errors; neither part is negative.
Line fit_relative_line(const std::vector<std::pair<double, double>>& points);

} // namespace daruma::calibration
