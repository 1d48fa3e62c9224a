// A sweep's metrics as figures: curves with bands where a number, a time or an amount was swept over, else bars.
#pragma once

#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/study/sweep_summary.hpp"

#include <map>
#include <string>
#include <vector>

namespace daruma::pages {

/// A sweep's points, and each metric's bars: one a point that has it.
struct Swept {
  std::vector<study::PointSummary> points;
  std::map<std::string, std::vector<Bar>> metrics;
  std::vector<std::string> varied;
  std::map<std::string, std::vector<Optimum>> optima;
};

/// "method=0d, node_mtbf=1h": places by their last names.
std::string label(const study::PointSummary&, const std::vector<std::string>& varied);

/// Of those metrics that differ between the points.
Markup figures_of(const Swept&, const std::vector<std::string>& metrics, const DescribedMetrics&);

} // namespace daruma::pages
