#include "sim/core/runtime_profile.hpp"

#include <gmock/gmock.h>

namespace daruma {
namespace {

TEST(CostLaw, AddsFixedPerProcessAndPerStage) {
  const CostLaw law{Seconds(1000), Seconds(10), Seconds(0.5)};
  EXPECT_EQ(cost(law, 0), Seconds(1000));
  EXPECT_EQ(cost(law, 1), Seconds(1010));
  EXPECT_EQ(cost(law, 2), Seconds(1020.5));
  EXPECT_EQ(cost(law, 3), Seconds(1031));
  EXPECT_EQ(cost(law, 4), Seconds(1041));
  EXPECT_EQ(cost(law, 5), Seconds(1051.5));
  EXPECT_EQ(cost(law, 1024), Seconds(11245));
  EXPECT_EQ(cost(law, 1025), Seconds(11255.5));
}

TEST(CostLaw, TheLargestJobHas31Stages) {
  EXPECT_EQ(cost({Seconds(0), Seconds(0), Seconds(1)}, 2147483647), Seconds(31));
}

TEST(CostLaw, DefaultIsFree) { EXPECT_EQ(cost(CostLaw(), 1000), Seconds(0)); }

} // namespace
} // namespace daruma
