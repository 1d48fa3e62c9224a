// Wall time as the scenario counts it: from an origin that is set once the first processes are up.
#pragma once

#include "sim/core/wall_clock.hpp"

#include <algorithm>
#include <optional>

namespace daruma::real {

class Clock {
public:
  bool runs() const { return origin_.has_value(); }
  /// Makes the instant `epoch_time`, seconds since the Unix epoch, the scenario's time `is`.
  void set(Seconds epoch_time, Seconds is) { origin_ = epoch_time - is; }
  /// Scenario time of an instant that a process wrote down. What came at once is not before it began, though the
  /// clocks of two processes differ by a microsecond.
  Seconds of(Seconds epoch_time) const { return std::max(Seconds(0), epoch_time - origin_.value_or(Seconds(0))); }
  Seconds now() const { return of(clock_.now()); }

private:
  WallClock clock_;
  std::optional<Seconds> origin_;
};

} // namespace daruma::real
