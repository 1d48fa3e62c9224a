// What a sweep says at its end: for each point, the mean of each metric of interest with its interval.
#pragma once

#include "sim/study/sweep_summary.hpp"

#include <string>
#include <vector>

namespace daruma::cli {

using study::PointSummary;

std::string sweep_table(const std::vector<PointSummary>&, const std::vector<std::string>& varied, int width);
std::string sweep_json(const std::vector<PointSummary>&, const std::vector<std::string>& varied);

} // namespace daruma::cli
