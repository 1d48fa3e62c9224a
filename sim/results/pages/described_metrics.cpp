#include "sim/results/pages/described_metrics.hpp"

namespace daruma::pages {

namespace {

/// Units that say no more than that it is a number.
bool is_plain(const std::string& unit) { return unit == "count" || unit == "ratio" || unit == "truth" || unit == "1"; }

} // namespace

Better DescribedMetrics::better(const std::string& name) const {
  const Metric* const metric = find(name);
  return metric == nullptr ? Better::neither : metric->better;
}

std::string DescribedMetrics::unit(const std::string& name) const {
  const Metric* const metric = find(name);
  return metric == nullptr ? "" : metric->unit;
}

std::string DescribedMetrics::meaning(const std::string& name) const {
  const Metric* const metric = find(name);
  return metric == nullptr ? "" : metric->meaning;
}

std::string DescribedMetrics::caption(const std::string& name) const {
  const Metric* const metric = find(name);
  if (metric == nullptr) return name;
  const std::string in_unit = is_plain(metric->unit) ? "" : ", in " + metric->unit;
  const std::string direction = results::word_for(metric->better);
  return name + in_unit + (direction.empty() ? "" : "; " + direction + " is better");
}

} // namespace daruma::pages
