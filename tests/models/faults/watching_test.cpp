// When a watch is due, and what is left to pay for it.
#include "models/faults/logic/beats.hpp"

#include <gtest/gtest.h>

namespace daruma::models::faults {
namespace {

TEST(WatchBeats, AreDueFromTheFirstOnEveryPeriod) {
  Beats beats(Seconds(3), Seconds(10));
  EXPECT_FALSE(beats.is_due(Seconds(2.9)));
  EXPECT_TRUE(beats.is_due(Seconds(3)));
  EXPECT_EQ(beats.take(Seconds(3), Seconds(1)).beats, 1);
  EXPECT_EQ(beats.next(), Seconds(13));
  EXPECT_EQ(beats.take(Seconds(12), Seconds(1)).beats, 0);
}

TEST(WatchBeats, ThatFellDueWhileSomebodyWaitedArePaidForByTheWait) {
  Beats beats(Seconds(3), Seconds(10));
  EXPECT_DOUBLE_EQ(beats.take(Seconds(3.25), Seconds(1)).to_pay.count(), 0.75);
  const Beats::Due late = beats.take(Seconds(33.5), Seconds(1));
  EXPECT_EQ(late.beats, 3);
  EXPECT_DOUBLE_EQ(late.to_pay.count(), 0.5) << "of the last one only";
}

TEST(WatchBeats, NamesOfWatchesAreThoseOfTheArgument) {
  EXPECT_EQ(value_named(ways_of_watching, "server"), Watching::server);
  EXPECT_EQ(value_named(ways_of_watching, "servant"), std::nullopt);
}

} // namespace
} // namespace daruma::models::faults
