#include "sim/batch/power_cap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daruma::batch {

namespace {

constexpr Seconds day{86400};

} // namespace

Watts idle_power(const scenario::CentrePower& power, int up, int down) { return power.idle * up + power.off * down; }

Watts power_of_core(const scenario::CentrePower& power, int cores_of_node) {
  return (power.busy - power.idle) / cores_of_node;
}

PowerCap::PowerCap(const scenario::CentrePower& power, int cores_of_node)
    : steps_(power.caps), of_core_(power_of_core(power, cores_of_node)) {}

Watts PowerCap::at(Seconds time) const {
  const Seconds clock = time - std::floor(time / day) * day;
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), clock,
                                      [](Seconds value, const auto& step) { return value < step.from; });
  return after == steps_.begin() ? steps_.back().most : std::prev(after)->most;
}

Seconds PowerCap::next_change(Seconds time) const {
  if (steps_.size() == 1) return never;
  const double number = std::floor(time / day);
  for (const double shift : {number, number + 1})
    for (const auto& step : steps_)
      if (shift * day + step.from > time) return shift * day + step.from;
  return (number + 2) * day + steps_.front().from;
}

int PowerCap::cores(Seconds time, Watts idle) const {
  constexpr double rounding = 1e-9; // of a cap that was meant for a whole number of cores
  const Watts rest = at(time) - idle;
  if (rest < Watts(0)) return 0;
  if (of_core_ == Watts(0)) return std::numeric_limits<int>::max();
  const double count = std::floor(rest / of_core_ * (1 + rounding));
  return count < std::numeric_limits<int>::max() ? static_cast<int>(count) : std::numeric_limits<int>::max();
}

int PowerCap::fewest_cores(Seconds from, Seconds length, Watts idle) const {
  const Seconds until = from + std::min(length, day);
  int fewest = cores(from, idle);
  for (Seconds time = next_change(from); time < until; time = next_change(time))
    fewest = std::min(fewest, cores(time, idle));
  return fewest;
}

int PowerCap::most_cores(Seconds length, Watts idle) const {
  int most = 0;
  for (const auto& step : steps_) most = std::max(most, fewest_cores(step.from, length, idle));
  return most;
}

} // namespace daruma::batch
