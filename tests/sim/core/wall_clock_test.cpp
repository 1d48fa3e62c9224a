#include "sim/core/wall_clock.hpp"

#include <gtest/gtest.h>

namespace daruma {
namespace {

TEST(WallClock, GoesByTheReadingThatWasInterruptedLeast) {
  const ClockReading slow{Seconds(0), Seconds(1001), Seconds(2)};
  const ClockReading quick{Seconds(3), Seconds(1003.25), Seconds(3.5)};
  const ClockReading interrupted{Seconds(4), Seconds(1004), Seconds(7)};
  EXPECT_EQ(steady_to_system({slow, quick, interrupted}), Seconds(1000));
  EXPECT_EQ(steady_to_system({interrupted}), Seconds(998.5));
}

TEST(WallClock, NeverRunsBackwards) {
  const WallClock clock;
  Seconds last = clock.now();
  for (int i = 0; i < 10000; ++i) {
    const Seconds now = clock.now();
    EXPECT_GE(now, last);
    last = now;
  }
}

} // namespace
} // namespace daruma
