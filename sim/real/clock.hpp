// Wall time as the scenario counts it: from an origin that is set once the first processes are up.
#pragma once

#include "sim/base/units.hpp"

#include <chrono>
#include <optional>

namespace daruma::real {

class Clock {
public:
  bool runs() const { return origin_.has_value(); }
  /// Makes the instant `epoch_time`, seconds since the Unix epoch, the scenario's time `is`.
  void set(Seconds epoch_time, Seconds is) { origin_ = epoch_time - is; }
  /// Scenario time of an instant that a process wrote down.
  Seconds of(Seconds epoch_time) const { return epoch_time - origin_.value_or(Seconds(0)); }
  Seconds now() const { return of(epoch_ + (std::chrono::steady_clock::now() - start_)); }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Seconds epoch_ = std::chrono::system_clock::now().time_since_epoch();
  std::optional<Seconds> origin_;
};

} // namespace daruma::real
