#include "models/faults/logic/beats.hpp"

#include <algorithm>

namespace daruma::models::faults {

namespace {

/// By so much a clock that is a sum of many numbers may be off.
constexpr Seconds clock_step{1e-9};

} // namespace

bool Beats::is_due(Seconds now) const { return next_ <= now + clock_step; }

Beats::Due Beats::take(Seconds now, Seconds cost) {
  Due due{0, Seconds(0)};
  for (; is_due(now); next_ += period_) {
    ++due.beats;
    due.to_pay += std::max(Seconds(0), cost - std::max(Seconds(0), now - next_));
  }
  return due;
}

} // namespace daruma::models::faults
