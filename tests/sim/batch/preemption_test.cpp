#include "sim/batch/preemption.hpp"

#include <gmock/gmock.h>

namespace daruma::batch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// 4, 10 and 6 processors since 10, 20 and 30 s; the second can do with 3, the third with 5.
const std::vector<Allocation> allocations{
    {0, 4, 4, Seconds(10)},
    {1, 10, 3, Seconds(20)},
    {2, 6, 5, Seconds(30)},
};

TEST(Urgent, WhoWaitsTakesFromNobody) { EXPECT_THAT(preemption::wait.make_room(1, allocations), IsEmpty()); }

TEST(Urgent, KillsThoseWhoStartedLastAndNoMoreThanItTakes) {
  EXPECT_THAT(preemption::kill.make_room(6, allocations), ElementsAre(ResizeDecision{2, 0}));
  EXPECT_THAT(preemption::kill.make_room(7, allocations), ElementsAre(ResizeDecision{2, 0}, ResizeDecision{1, 0}));
  EXPECT_THAT(preemption::kill.make_room(20, allocations),
              ElementsAre(ResizeDecision{2, 0}, ResizeDecision{1, 0}, ResizeDecision{0, 0}));
}

TEST(Urgent, ShrinksThoseWithMostToSpareFirst) {
  EXPECT_THAT(preemption::shrink.make_room(2, allocations), ElementsAre(ResizeDecision{1, 8}));
  EXPECT_THAT(preemption::shrink.make_room(8, allocations), ElementsAre(ResizeDecision{1, 3}, ResizeDecision{2, 5}));
}

TEST(Urgent, TakesNothingThatWouldNotBeEnough) {
  EXPECT_THAT(preemption::kill.make_room(21, allocations), IsEmpty());
  EXPECT_THAT(preemption::shrink.make_room(9, allocations), IsEmpty());
  EXPECT_THAT(preemption::shrink.make_room(1, {}), IsEmpty());
}

TEST(Urgent, InvadesByShrinkingFirstAndEndsAsFewAsItTakes) {
  EXPECT_THAT(preemption::invasive.make_room(8, allocations), ElementsAre(ResizeDecision{1, 3}, ResizeDecision{2, 5}));
  EXPECT_THAT(preemption::invasive.make_room(9, allocations), ElementsAre(ResizeDecision{2, 0}, ResizeDecision{1, 7}));
  EXPECT_THAT(preemption::invasive.make_room(14, allocations), ElementsAre(ResizeDecision{2, 0}, ResizeDecision{1, 0}));
  EXPECT_THAT(preemption::invasive.make_room(20, allocations),
              ElementsAre(ResizeDecision{2, 0}, ResizeDecision{1, 0}, ResizeDecision{0, 0}));
  EXPECT_THAT(preemption::invasive.make_room(21, allocations), IsEmpty());
}

TEST(Urgent, NegotiatesTheSamePartOfEachOffer) {
  EXPECT_THAT(preemption::negotiated.make_room(8, allocations),
              ElementsAre(ResizeDecision{1, 3}, ResizeDecision{2, 5}));
  EXPECT_THAT(preemption::negotiated.make_room(4, allocations),
              ElementsAre(ResizeDecision{1, 7}, ResizeDecision{2, 5}));
  EXPECT_THAT(preemption::negotiated.make_room(9, allocations), IsEmpty());
  const std::vector<Allocation> alike{{0, 9, 3, Seconds(0)}, {1, 9, 3, Seconds(0)}, {2, 9, 3, Seconds(0)}};
  EXPECT_THAT(preemption::negotiated.make_room(6, alike),
              ElementsAre(ResizeDecision{0, 7}, ResizeDecision{1, 7}, ResizeDecision{2, 7}));
}

TEST(Urgent, WhatIsFreeAgainGoesBackInOrder) {
  const std::vector<ShrunkJob> shrunk{{1, 3, 10}, {2, 5, 6}, {3, 4, 4}};
  EXPECT_THAT(grow_back(8, shrunk), ElementsAre(ResizeDecision{1, 10}, ResizeDecision{2, 6}));
  EXPECT_THAT(grow_back(4, shrunk), ElementsAre(ResizeDecision{1, 7}));
  EXPECT_THAT(grow_back(3, shrunk), IsEmpty());
  EXPECT_THAT(grow_back(0, shrunk), IsEmpty());
}

} // namespace
} // namespace daruma::batch
