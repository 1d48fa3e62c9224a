// Real time that several processes can compare: seconds since the Unix epoch, never running backwards.
//
// The system's clock is looked at once, at the start, and the steady clock is added from there. Between
// processes of one machine it agrees to about a microsecond, between nodes as far as their clocks do.
#pragma once

#include "sim/core/units.hpp"

#include <vector>

namespace daruma {

/// The system's clock between two readings of the steady one.
struct ClockReading {
  Seconds before;
  Seconds system;
  Seconds after;
};

/// What the steady clock lacks to the system's. Whoever was interrupted during a reading would be wrong by that time
/// for good: of at least one reading the quickest counts, the first of equals.
Seconds steady_to_system(const std::vector<ClockReading>&);

class WallClock {
public:
  WallClock();
  Seconds now() const;
  /// Since some instant; in shorter steps, as it is a smaller number.
  static Seconds steady();

private:
  Seconds steady_to_epoch_;
};

} // namespace daruma
