#include "sim/core/wall_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace daruma {
namespace {

TEST(WallClock, TwoOfThemAgreeThoughTheyWereStartedApart) {
  std::vector<double> differences;
  for (int i = 0; i < 50; ++i) {
    const WallClock first;
    const WallClock second;
    const Seconds before = first.now();
    const Seconds between = second.now();
    differences.push_back(std::abs((between - before).count()));
  }
  std::sort(differences.begin(), differences.end());
  EXPECT_LT(differences[25], 20e-6); // each look may be interrupted, half of them are not
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
