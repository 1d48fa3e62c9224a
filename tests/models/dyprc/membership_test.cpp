#include "models/dyprc/logic/membership.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

namespace daruma::models::dyprc {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int gone = Plan::leaves;

Attendance all() { return {}; }

Attendance without(const std::vector<int>& lost, int newcomers = 0) { return {lost, newcomers, false}; }

Attendance finished(Attendance here) {
  here.finished = true;
  return here;
}

Wishes style(RecoveryStyle recovery) { return {Wishes::as_it_is, recovery, true}; }
Wishes resize_to(int ranks, RecoveryStyle recovery = RecoveryStyle::shrink) { return {ranks, recovery, true}; }

TEST(Plan, KeepsEverythingWhenNothingHappened) {
  const Plan next = plan({4, 1}, all(), style(RecoveryStyle::spare));
  EXPECT_THAT(next.place, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(next.roster.ranks, 4);
  EXPECT_EQ(next.roster.spares, 1);
  EXPECT_EQ(next.lost, 0);
  EXPECT_EQ(next.start, 0);
  EXPECT_FALSE(next.rerun);
  EXPECT_FALSE(next.finished);
}

TEST(Shrink, ClosesUpInOrder) {
  const Plan next = plan({6, 0}, without({1, 4}), style(RecoveryStyle::shrink));
  EXPECT_THAT(next.place, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(next.roster.ranks, 4);
  EXPECT_EQ(next.lost, 2);
  EXPECT_EQ(next.start, 0);
}

TEST(Shrink, GoesDownToOne) {
  const Plan next = plan({6, 0}, without({0, 1, 2, 3, 5}), style(RecoveryStyle::shrink));
  EXPECT_THAT(next.place, ElementsAre(0));
  EXPECT_EQ(next.lost, 5);
}

TEST(Spare, TakesTheRankOfTheDead) {
  const Plan next = plan({4, 2}, without({2}), style(RecoveryStyle::spare));
  EXPECT_THAT(next.place, ElementsAre(0, 1, 3, 2, 4));
  EXPECT_EQ(next.roster.ranks, 4);
  EXPECT_EQ(next.roster.spares, 1);
}

TEST(Spare, DeadSparesAreNotCounted) {
  const Plan next = plan({4, 2}, without({4}), style(RecoveryStyle::spare));
  EXPECT_THAT(next.place, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(next.roster.spares, 1);
  EXPECT_EQ(next.lost, 0);
}

TEST(Spare, ShrinksWhenThereAreTooFew) {
  const Plan next = plan({4, 1}, without({0, 3}), style(RecoveryStyle::spare));
  EXPECT_THAT(next.place, ElementsAre(1, 2, 0)) << "rank 0 is replaced, rank 3 is not";
  EXPECT_EQ(next.roster.ranks, 3);
  EXPECT_EQ(next.roster.spares, 0);
  EXPECT_EQ(next.lost, 2);
}

TEST(Spare, CarriesOnWhenAllRanksDied) {
  const Plan next = plan({4, 2}, without({0, 1, 2, 3}), style(RecoveryStyle::spare));
  EXPECT_THAT(next.place, ElementsAre(0, 1));
  EXPECT_EQ(next.roster.ranks, 2);
  EXPECT_EQ(next.roster.spares, 0);
}

TEST(Spare, IdlesOnWhenTheStyleDoesNotUseIt) {
  const Plan next = plan({3, 1}, without({1}), style(RecoveryStyle::shrink));
  EXPECT_THAT(next.place, ElementsAre(0, 1, 2));
  EXPECT_EQ(next.roster.ranks, 2);
  EXPECT_EQ(next.roster.spares, 1);
}

TEST(Spawn, StartsOnePerLostRankFirst) {
  const Plan next = plan({6, 0}, without({1, 4}), style(RecoveryStyle::spawn));
  EXPECT_EQ(next.start, 2);
  EXPECT_THAT(next.place, IsEmpty());
}

TEST(Spawn, GivesNewcomersTheLostRanks) {
  const Plan next = plan({6, 0}, without({1, 4}, 2), style(RecoveryStyle::spawn));
  EXPECT_EQ(next.start, 0);
  EXPECT_THAT(next.place, ElementsAre(0, 2, 3, 5, 1, 4));
  EXPECT_EQ(next.roster.ranks, 6);
  EXPECT_EQ(next.lost, 2);
}

TEST(Spawn, StartsMoreWhenAnotherRankDiedMeanwhile) {
  EXPECT_EQ(plan({4, 0}, without({1, 3}, 1), style(RecoveryStyle::spawn)).start, 1);
}

TEST(Spawn, ShrinksWhenTheMpiRefuses) {
  const Plan next = plan({4, 0}, without({2}), {Wishes::as_it_is, RecoveryStyle::spawn, false});
  EXPECT_EQ(next.start, 0);
  EXPECT_THAT(next.place, ElementsAre(0, 1, 2));
}

TEST(Rerun, EndsTheJobWhenARankIsLost) {
  EXPECT_TRUE(plan({4, 0}, without({2}), style(RecoveryStyle::rerun)).rerun);
  EXPECT_FALSE(plan({4, 0}, all(), style(RecoveryStyle::rerun)).rerun);
}

TEST(Resize, LetsTheLastRanksLeave) {
  const Plan next = plan({5, 0}, all(), resize_to(2));
  EXPECT_THAT(next.place, ElementsAre(0, 1, gone, gone, gone));
  EXPECT_EQ(next.roster.ranks, 2);
  EXPECT_EQ(next.lost, 0);
}

TEST(Resize, StartsWhatIsMissingFirst) { EXPECT_EQ(plan({4, 0}, all(), resize_to(7)).start, 3); }

TEST(Resize, PutsNewcomersAfterTheOldRanks) {
  const Plan next = plan({2, 1}, without({}, 2), resize_to(4));
  EXPECT_THAT(next.place, ElementsAre(0, 1, 4, 2, 3)) << "the spare stands behind the ranks";
  EXPECT_EQ(next.roster.ranks, 4);
  EXPECT_EQ(next.roster.spares, 1);
}

TEST(Resize, KeepsWhatThereIsWhenTheMpiRefuses) {
  const Plan next = plan({4, 0}, all(), {7, RecoveryStyle::shrink, false});
  EXPECT_EQ(next.start, 0);
  EXPECT_THAT(next.place, ElementsAre(0, 1, 2, 3));
}

TEST(Resize, SettlesTheSizeEvenAfterALoss) {
  const Plan down = plan({6, 0}, without({1, 4}), resize_to(3, RecoveryStyle::spawn));
  EXPECT_THAT(down.place, ElementsAre(0, 1, 2, gone));
  EXPECT_EQ(down.lost, 2);
  EXPECT_EQ(plan({6, 0}, without({1, 4}), resize_to(8)).start, 4);
  const Plan exact = plan({6, 0}, without({1, 4}), resize_to(4, RecoveryStyle::spawn));
  EXPECT_THAT(exact.place, ElementsAre(0, 1, 2, 3));
}

TEST(Resize, IsCarriedOutBySparesWhenAllRanksDied) {
  const Plan next = plan({2, 2}, without({0, 1}), resize_to(1, RecoveryStyle::spare));
  EXPECT_THAT(next.place, ElementsAre(0, gone));
  EXPECT_EQ(next.roster.ranks, 1);
}

TEST(End, ComesWhenAllRanksHaveFinished) {
  EXPECT_TRUE(plan({4, 1}, finished(all()), style(RecoveryStyle::spare)).finished);
}

TEST(End, DoesNotWaitForALostSpare) {
  EXPECT_TRUE(plan({4, 1}, finished(without({4})), style(RecoveryStyle::spare)).finished);
}

TEST(End, DoesNotComeWhileARankIsAtWork) { EXPECT_FALSE(plan({4, 0}, all(), style(RecoveryStyle::shrink)).finished); }

TEST(End, DoesNotComeWhenARankIsLost) {
  const Plan next = plan({4, 0}, finished(without({2})), style(RecoveryStyle::shrink));
  EXPECT_FALSE(next.finished);
  EXPECT_THAT(next.place, ElementsAre(0, 1, 2));
}

/// Whatever is asked for, with whoever is there: every settled plan is a row without gaps.
TEST(Plan, PlacesAreAlwaysARow) {
  for (int present_bits = 1; present_bits < 64; ++present_bits) {
    for (const RecoveryStyle recovery : {RecoveryStyle::shrink, RecoveryStyle::spare, RecoveryStyle::spawn}) {
      for (int wanted = 0; wanted < 9; ++wanted) {
        for (int newcomers = 0; newcomers < 3; ++newcomers) {
          std::vector<int> lost;
          for (int place = 0; place < 6; ++place)
            if ((present_bits & (1 << place)) == 0) lost.push_back(place);
          const Plan next = plan({4, 2}, without(lost, newcomers), {wanted, recovery, false});
          std::vector<int> row(6 - lost.size() + newcomers, 0);
          int stay = 0;
          for (const int place : next.place)
            if (place != gone) ++row.at(place), ++stay;
          EXPECT_EQ(stay, next.roster.ranks + next.roster.spares);
          EXPECT_TRUE(std::all_of(row.begin(), row.begin() + stay, [](int count) { return count == 1; }));
          EXPECT_GE(next.roster.ranks, 1);
          std::vector<int> unchanged(row.size());
          std::iota(unchanged.begin(), unchanged.end(), 0);
          EXPECT_EQ(next.keeps_order, next.place == unchanged);
        }
      }
    }
  }
}

} // namespace
} // namespace daruma::models::dyprc
