// A sweep's results summed up: for each point, the mean of each metric with its interval.
#pragma once

#include "sim/results/sweep_file.hpp"
#include "sim/study/replications.hpp"

#include <string>
#include <utility>
#include <vector>

namespace daruma::study {

struct PointSummary {
  std::vector<std::string> values; ///< of the varied places
  int runs = 0;
  int broken = 0;
  std::vector<std::pair<std::string, Estimate>> metrics; ///< those that a run has
};

std::vector<PointSummary> summarise(const results::SweepFile&, const results::SweepPlan&,
                                    const std::vector<std::string>& metrics);

} // namespace daruma::study
