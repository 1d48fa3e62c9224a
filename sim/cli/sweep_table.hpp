// What a sweep says at its end: for each point, the mean of each metric of interest with its interval.
#pragma once

#include "sim/experiment/replications.hpp"
#include "sim/records/sweep_file.hpp"

#include <string>
#include <vector>

namespace daruma::cli {

struct PointSummary {
  std::vector<std::string> values; ///< of the varied places
  int runs = 0;
  int broken = 0;
  std::vector<std::pair<std::string, experiment::Estimate>> metrics; ///< those that a run has
};

std::vector<PointSummary> summarise(const records::SweepFile&, const records::SweepPlan&,
                                    const std::vector<std::string>& metrics);

std::string sweep_table(const std::vector<PointSummary>&, const std::vector<std::string>& varied, int width);
std::string sweep_json(const std::vector<PointSummary>&, const std::vector<std::string>& varied);

} // namespace daruma::cli
