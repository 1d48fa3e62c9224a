#include "sim/study/precision.hpp"

#include "sim/core/threads.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace daruma::study {

namespace {

constexpr int batch = 100;

/// values[i] = of(i) for all i from `first` to the end.
void fill(std::vector<double>& values, int first, const Replication& of, int threads) {
  std::atomic<int> next{first};
  on_threads(threads, [&](int) {
    for (int i = next++; i < static_cast<int>(values.size()); i = next++) values[static_cast<std::size_t>(i)] = of(i);
  });
}

} // namespace

bool is_enough(const Estimate& estimate, const Precision& precision) {
  return estimate.count > 1 && estimate.half_width <= precision.relative * std::abs(estimate.mean);
}

Estimate estimate_until(const Precision& precision, const Replication& of, int threads) {
  if (threads == 0) threads = cores_here();
  const int step = precision.relative > 0 ? batch : precision.most;
  std::vector<double> values;
  for (;;) {
    const int made = static_cast<int>(values.size());
    values.resize(static_cast<std::size_t>(std::min(precision.most, made + step)));
    fill(values, made, of, threads);
    const Estimate so_far = estimate(values);
    if (static_cast<int>(values.size()) == precision.most || is_enough(so_far, precision)) return so_far;
  }
}

} // namespace daruma::study
