#include "sim/calibration/samples.hpp"

#include <algorithm>

namespace daruma::calibration {

Spread spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, values.front(), values.back()};
}

std::optional<Spread> spread_of(const std::string& name, const std::vector<Values>& runs) {
  std::vector<double> values;
  for (const Values& run : runs)
    if (const auto found = run.find(name); found != run.end()) values.push_back(found->second);
  if (values.empty()) return std::nullopt;
  return spread(std::move(values));
}

Values medians(const std::vector<Values>& runs) {
  Values middle;
  for (const Values& run : runs)
    for (const auto& [name, value] : run)
      if (middle.count(name) == 0) middle[name] = spread_of(name, runs)->median;
  return middle;
}

} // namespace daruma::calibration
