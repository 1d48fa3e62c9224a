// Real time that several processes can compare: seconds since the Unix epoch, never running backwards.
//
// The system's clock is looked at once, at the start, and the steady clock is added from there. Between
// processes of one machine it agrees to about a microsecond, between nodes as far as their clocks do.
#pragma once

#include "sim/core/units.hpp"

namespace daruma {

class WallClock {
public:
  WallClock();
  Seconds now() const;

private:
  Seconds steady_to_epoch_;
};

} // namespace daruma
