#include "sim/core/wall_clock.hpp"

#include <limits>

namespace daruma {

namespace {

Seconds steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

} // namespace

// Whoever is interrupted between looking at one clock and at the other would be wrong by that time for good:
// of several looks the quickest counts.
WallClock::WallClock() : steady_to_epoch_(0) {
  constexpr int looks = 20;
  Seconds quickest{std::numeric_limits<double>::infinity()};
  for (int look = 0; look < looks; ++look) {
    const Seconds before = steady_now();
    const Seconds system = std::chrono::system_clock::now().time_since_epoch();
    const Seconds after = steady_now();
    if (after - before >= quickest) continue;
    quickest = after - before;
    steady_to_epoch_ = system - (before + after) / 2;
  }
}

Seconds WallClock::now() const { return steady_now() + steady_to_epoch_; }

} // namespace daruma
