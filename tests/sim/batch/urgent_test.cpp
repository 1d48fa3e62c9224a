#include "sim/batch/urgent.hpp"

#include <gmock/gmock.h>

namespace daruma::batch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::NotNull;

/// 4, 10 and 6 processors since 10, 20 and 30 s; the second can do with 3, the third with 5.
const std::vector<Tenant> tenants{
    {0, 4, 4, Seconds(10)},
    {1, 10, 3, Seconds(20)},
    {2, 6, 5, Seconds(30)},
};

TEST(Urgent, WhoWaitsTakesFromNobody) { EXPECT_THAT(make_room_by_waiting(1, tenants), IsEmpty()); }

TEST(Urgent, KillsThoseWhoStartedLastAndNoMoreThanItTakes) {
  EXPECT_THAT(make_room_by_killing(6, tenants), ElementsAre(Concession{2, 0}));
  EXPECT_THAT(make_room_by_killing(7, tenants), ElementsAre(Concession{2, 0}, Concession{1, 0}));
  EXPECT_THAT(make_room_by_killing(20, tenants), ElementsAre(Concession{2, 0}, Concession{1, 0}, Concession{0, 0}));
}

TEST(Urgent, ShrinksThoseWithMostToSpareFirst) {
  EXPECT_THAT(make_room_by_shrinking(2, tenants), ElementsAre(Concession{1, 8}));
  EXPECT_THAT(make_room_by_shrinking(8, tenants), ElementsAre(Concession{1, 3}, Concession{2, 5}));
}

TEST(Urgent, TakesNothingThatWouldNotBeEnough) {
  EXPECT_THAT(make_room_by_killing(21, tenants), IsEmpty());
  EXPECT_THAT(make_room_by_shrinking(9, tenants), IsEmpty());
  EXPECT_THAT(make_room_by_shrinking(1, {}), IsEmpty());
}

TEST(Urgent, WhatIsFreeAgainGoesBackInOrder) {
  const std::vector<Shrunk> shrunk{{1, 3, 10}, {2, 5, 6}, {3, 4, 4}};
  EXPECT_THAT(grow_back(8, shrunk), ElementsAre(Concession{1, 10}, Concession{2, 6}));
  EXPECT_THAT(grow_back(4, shrunk), ElementsAre(Concession{1, 7}));
  EXPECT_THAT(grow_back(3, shrunk), IsEmpty());
  EXPECT_THAT(grow_back(0, shrunk), IsEmpty());
}

TEST(Urgent, PoliciesAreFoundByName) {
  EXPECT_THAT(find_urgent_policy("shrink"), NotNull());
  EXPECT_EQ(find_urgent_policy("beg"), nullptr);
}

} // namespace
} // namespace daruma::batch
