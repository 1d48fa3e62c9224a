#include "sim/study/precision.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::study {

namespace {

constexpr int batch = 100;

} // namespace

bool is_enough(const Estimate& estimate, const Precision& precision) {
  return estimate.count > 1 && estimate.half_width <= precision.relative * std::abs(estimate.mean);
}

Estimate estimate_until(const Precision& precision, const Replication& of, int workers) {
  const auto measure = [&of](int replication) { return Metrics{{"", of(replication)}}; };
  const int step = precision.relative > 0 ? batch : precision.most;
  std::vector<double> values;
  for (;;) {
    const int made = static_cast<int>(values.size());
    const int more = std::min(step, precision.most - made);
    for (const Metrics& one : on_all_cores({made, more, workers}, RunsPerProcess::several, measure))
      values.push_back(one.at(""));
    const Estimate so_far = estimate(values);
    if (static_cast<int>(values.size()) == precision.most || is_enough(so_far, precision)) return so_far;
  }
}

} // namespace daruma::study
