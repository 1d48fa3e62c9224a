#include "sim/study/sweep_rule.hpp"

#include <algorithm>
#include <iterator>

namespace daruma::study {

namespace {

constexpr int first_look = 10;

int next_look(int look) { return look + std::max(first_look, look / 2); }

bool is_complete(const results::SweepFile& file, int point, int replicas) {
  const auto begin = file.runs().lower_bound({point, 0});
  const auto end = file.runs().lower_bound({point, replicas});
  return std::distance(begin, end) == replicas;
}

/// A metric that none of them has is not waited for.
bool is_precise(const results::SweepFile& file, int point, int replicas, const Precision& precision,
                const std::vector<std::string>& metrics) {
  return std::all_of(metrics.begin(), metrics.end(), [&](const std::string& metric) {
    const auto values = file.values(point, metric, replicas);
    return values.empty() || is_enough(estimate(values), precision);
  });
}

int wanted_replicas(const results::SweepFile& file, int point, const Precision& precision,
                    const std::vector<std::string>& metrics) {
  if (precision.relative == 0) return precision.most;
  int look = std::min(first_look, precision.most);
  while (look < precision.most && is_complete(file, point, look) && !is_precise(file, point, look, precision, metrics))
    look = std::min(next_look(look), precision.most);
  return look;
}

} // namespace

std::vector<std::string> metrics_of_interest(const SweepRule& rule, const results::SweepFile& file) {
  if (!rule.metrics.empty()) return rule.metrics;
  std::vector<std::string> plain;
  for (const std::string& metric : file.metrics())
    if (metric.find('[') == std::string::npos) plain.push_back(metric);
  return plain;
}

std::vector<results::RunKey> missing_runs(const results::SweepFile& file, int points, const SweepRule& rule) {
  const auto metrics = metrics_of_interest(rule, file);
  std::vector<int> wanted;
  wanted.reserve(static_cast<std::size_t>(points));
  for (int point = 0; point < points; ++point) wanted.push_back(wanted_replicas(file, point, rule.precision, metrics));
  const int most = wanted.empty() ? 0 : *std::max_element(wanted.begin(), wanted.end());
  std::vector<results::RunKey> missing;
  for (int replica = 0; replica < most; ++replica)
    for (int point = 0; point < points; ++point)
      if (replica < wanted[static_cast<std::size_t>(point)] && file.runs().count({point, replica}) == 0)
        missing.emplace_back(point, replica);
  return missing;
}

} // namespace daruma::study
