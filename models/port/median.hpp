// The middle of repeated measurements: on a shared machine a mean would be that of the disturbances.
#pragma once

#include "sim/core/units.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace daruma::models {

/// The median of at least one; the upper one of two middles.
inline Seconds median(std::vector<Seconds> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

/// The median of what `repetitions` >= 1 calls of `measure` return.
template <class Measure> Seconds median(int repetitions, Measure&& measure) {
  std::vector<Seconds> times;
  times.reserve(static_cast<std::size_t>(repetitions));
  for (int i = 0; i < repetitions; ++i) times.push_back(measure());
  return median(std::move(times));
}

} // namespace daruma::models
