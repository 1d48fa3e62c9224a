#include "models/migration/logic/policy.hpp"

#include <gmock/gmock.h>

namespace daruma::models::migration {
namespace {

/// Others and own processes of each node; an hour of work, a minute to the next barrier, 0.3 s a migration.
Situation situation(std::vector<NodeLoad> nodes, int per_node = 1) {
  return {std::move(nodes), per_node, Seconds(3600), Seconds(60), Seconds(0.3), {}};
}

MATCHER_P2(IsMove, from, to, "") { return arg && arg->from == from && arg->to == to; }

TEST(Greedy, MovesFromTheMostToTheLeastLoaded) {
  EXPECT_THAT(greedy(situation({{1, 1}, {2, 1}, {1, 0}, {0, 0}})), IsMove(1, 3));
}

TEST(Greedy, StaysWhereItWouldShareWithAsMany) {
  EXPECT_FALSE(greedy(situation({{1, 1}, {1, 0}})));
  EXPECT_TRUE(greedy(situation({{1, 1}, {0, 0}})));
}

TEST(Greedy, LeavesNodesWithoutOwnProcessesAlone) { EXPECT_FALSE(greedy(situation({{0, 1}, {5, 0}}))); }

TEST(Greedy, GoesOnlyWhereThereIsRoom) {
  EXPECT_FALSE(greedy(situation({{3, 1}, {0, 1}})));
  EXPECT_THAT(greedy(situation({{3, 1}, {0, 1}}, 2)), IsMove(0, 1));
  EXPECT_FALSE(greedy(situation({{3, 1}, {0, 2}}, 2)));
}

TEST(Greedy, OfNodesAlikeTakesTheFirst) {
  EXPECT_THAT(greedy(situation({{2, 1}, {2, 1}, {0, 0}, {0, 0}})), IsMove(0, 2));
}

TEST(Hysteresis, StaysWhereTheRestIsNotWorthTheCost) {
  Situation almost_done = situation({{1, 1}, {0, 0}});
  almost_done.remaining = Seconds(0.2);
  EXPECT_TRUE(greedy(almost_done));
  EXPECT_FALSE(hysteresis(almost_done));
  almost_done.remaining = Seconds(0.4);
  EXPECT_THAT(hysteresis(almost_done), IsMove(0, 1));
}

TEST(Hysteresis, CountsAllTheStepsThatAGainTakes) {
  Situation two_slow = situation({{1, 1}, {1, 1}, {0, 0}, {0, 0}});
  two_slow.remaining = Seconds(0.5);
  EXPECT_FALSE(hysteresis(two_slow));
  two_slow.remaining = Seconds(0.7);
  EXPECT_THAT(hysteresis(two_slow), IsMove(0, 2));
}

TEST(Hysteresis, StaysWhereTheJobWouldWaitForAnotherAllTheSame) {
  EXPECT_FALSE(hysteresis(situation({{1, 1}, {1, 1}, {0, 0}, {1, 0}})));
}

TEST(Foresight, GoesByTheTimesThatWillBe) {
  Situation coming = situation({{0, 1}, {1, 0}, {1, 0}});
  coming.ahead = [](int node, int) { return Seconds(node == 0 ? 120 : node == 1 ? 100 : 61); };
  EXPECT_THAT(foresight(coming), IsMove(0, 2));
  coming.ahead = [](int node, int) { return Seconds(node == 0 ? 60.2 : 60); };
  EXPECT_FALSE(foresight(coming));
}

TEST(Policies, HaveDifferentNames) {
  for (const Policy& one : policies())
    EXPECT_EQ(
        std::count_if(policies().begin(), policies().end(), [&](const auto& two) { return two.name == one.name; }), 1);
}

} // namespace
} // namespace daruma::models::migration
