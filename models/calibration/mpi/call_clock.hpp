// How long a call takes that may be over in nanoseconds.
#pragma once

#include "models/port/median.hpp"
#include "models/port/port.hpp"

#include <algorithm>

namespace daruma::models::calibration {

class CallClock {
public:
  /// Without what a look at the clock takes.
  template <class Call> Seconds time(Call&& call) const { return std::max(Seconds(0), with_clock(call) - own_); }

private:
  template <class Call> static Seconds with_clock(Call&& call) {
    const Seconds begin = port().stopwatch();
    call();
    return port().stopwatch() - begin;
  }

  static constexpr int looks = 101;
  Seconds own_ = median(looks, [] { return with_clock([] {}); });
};

} // namespace daruma::models::calibration
