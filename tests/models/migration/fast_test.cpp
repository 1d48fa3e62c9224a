// The fast model of the migration paper: by hand, against its own parts, and against the values that a program of ours
// found before (1000 runs each; half-widths of 95 % up to 6 minutes).
#include "models/migration/fast/migration.hpp"

#include <gmock/gmock.h>

namespace daruma::fast {
namespace {

namespace policy = models::migration;

MigrationCase of_paper(double gap_min, int spares) {
  MigrationCase what;
  what.active = 8 - spares;
  what.background.arrival_gap = Seconds(60 * gap_min);
  what.policy = policy::find_policy("greedy");
  return what;
}

double mean_minutes(const MigrationCase& what, int replications = 1000) {
  double sum = 0;
  for (int i = 0; i < replications; ++i) sum += run(what, 1, static_cast<std::uint64_t>(i)).makespan.count() / 60;
  return sum / replications;
}

TEST(MigrationModel, WithoutLoadTakesItsShareOfTheWork) {
  MigrationCase what = of_paper(10, 2);
  what.background = {};
  EXPECT_NEAR(run(what, 1, 0).makespan.count() / 60, 960.0 / 6, 1e-9);
  EXPECT_EQ(run(what, 1, 0).migrations, 0);
}

TEST(MigrationModel, TwoOnANodeTakeTwiceAsLong) {
  MigrationCase what;
  what.nodes = 4;
  what.per_node = 2;
  what.policy = policy::find_policy("never");
  EXPECT_NEAR(run(what, 1, 0).makespan.count() / 60, 2 * 960.0 / 8, 1e-9);
}

TEST(MigrationModel, NineOnEightNodesWaitForTheTwoThatShare) {
  MigrationCase what;
  what.active = 9;
  what.per_node = 2;
  what.policy = policy::find_policy("greedy");
  EXPECT_NEAR(run(what, 1, 0).makespan.count() / 60, 2 * 960.0 / 9, 1e-9);
}

TEST(MigrationModel, SkippingAlikePhasesChangesNothing) {
  MigrationCase skipping = of_paper(5, 2);
  MigrationCase stepping = skipping;
  policy::Policy careful = *skipping.policy; // asked at each barrier, so that no phase is skipped
  careful.foresight = policy::Foresight::full;
  stepping.policy = &careful;
  for (std::uint64_t i = 0; i < 200; ++i)
    EXPECT_NEAR(run(skipping, 1, i).makespan.count(), run(stepping, 1, i).makespan.count(), 1e-5);
}

struct Found {
  double gap_min;
  double minutes[5]; ///< for 0 to 4 spares
};

TEST(MigrationModel, FindsWhatWasFoundBefore) {
  const Found found[] = {
      {10, {225, 172, 173, 199, 246}}, {5, {314, 241, 212, 218, 255}}, {2.5, {557, 433, 376, 341, 331}}};
  for (const Found& row : found)
    for (int spares = 0; spares <= 4; ++spares)
      EXPECT_NEAR(mean_minutes(of_paper(row.gap_min, spares)), row.minutes[spares], 0.05 * row.minutes[spares])
          << row.gap_min << " min, " << spares << " spares";
}

TEST(MigrationModel, TheQuantumVersionComesToTheFluidOne) {
  MigrationCase what = of_paper(5, 1);
  const double fluid = mean_minutes(what, 100);
  what.background.quantum = Seconds(0.5);
  EXPECT_NEAR(mean_minutes(what, 100), fluid, 0.01 * fluid);
}

TEST(MigrationModel, ByWallClockNobodyWaits) {
  MigrationCase what = of_paper(5, 0);
  const double waiting = mean_minutes(what, 200);
  what.clock = BarrierClock::wall;
  EXPECT_LT(mean_minutes(what, 200), waiting);
}

TEST(MigrationModel, KnowingMoreIsBetter) {
  MigrationCase what = of_paper(5, 2);
  const double greedy = mean_minutes(what, 300);
  what.policy = policy::find_policy("never");
  EXPECT_GT(mean_minutes(what, 300), greedy);
  what.policy = policy::find_policy("foresight");
  EXPECT_LT(mean_minutes(what, 300), greedy);
}

} // namespace
} // namespace daruma::fast
