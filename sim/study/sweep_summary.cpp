#include "sim/study/sweep_summary.hpp"

#include <iterator>
#include <limits>

namespace daruma::study {

namespace {

int runs_of(const results::SweepFile& file, int point) {
  const auto& runs = file.runs();
  return static_cast<int>(std::distance(runs.lower_bound({point, 0}), runs.lower_bound({point + 1, 0})));
}

} // namespace

std::vector<PointSummary> summarise(const results::SweepFile& file, const results::SweepPlan& plan,
                                    const std::vector<std::string>& metrics) {
  std::vector<PointSummary> points;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const int number = static_cast<int>(i);
    PointSummary point{plan.points[i].values, runs_of(file, number), file.broken(number), {}};
    for (const std::string& metric : metrics) {
      const auto values = file.values(number, metric, std::numeric_limits<int>::max());
      if (!values.empty()) point.metrics.emplace_back(metric, estimate(values));
    }
    points.push_back(std::move(point));
  }
  return points;
}

} // namespace daruma::study
