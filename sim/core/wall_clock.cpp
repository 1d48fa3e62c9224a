#include "sim/core/wall_clock.hpp"

#include <algorithm>

namespace daruma {

namespace {

Seconds steady_now() { return WallClock::steady(); }
Seconds system_now() { return std::chrono::system_clock::now().time_since_epoch(); }

std::vector<ClockReading> readings(int count) {
  std::vector<ClockReading> all;
  for (int i = 0; i < count; ++i) {
    const Seconds before = steady_now();
    const Seconds system = system_now();
    all.push_back({before, system, steady_now()});
  }
  return all;
}

} // namespace

Seconds steady_to_system(const std::vector<ClockReading>& readings) {
  const auto is_quicker = [](const ClockReading& a, const ClockReading& b) {
    return a.after - a.before < b.after - b.before;
  };
  const ClockReading& quickest = *std::min_element(readings.begin(), readings.end(), is_quicker);
  return quickest.system - (quickest.before + quickest.after) / 2;
}

Seconds WallClock::steady() { return std::chrono::steady_clock::now().time_since_epoch(); }

WallClock::WallClock() : steady_to_epoch_(steady_to_system(readings(20))) {}

Seconds WallClock::now() const { return steady_now() + steady_to_epoch_; }

} // namespace daruma
