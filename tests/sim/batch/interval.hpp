// What many independent runs say of a mean.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace daruma::batch::test {

struct Interval {
  double mean;
  double half_width;
};

/// Of so many replications, `quantile` of their mean's standard errors to each side. `draw(replication)` is a value.
template <class Draw> Interval interval(int count, double quantile, Draw draw) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) values.push_back(draw(static_cast<std::uint64_t>(i)));
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, quantile * std::sqrt(squares / (count - 1) / count)};
}

} // namespace daruma::batch::test
