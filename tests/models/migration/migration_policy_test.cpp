#include "models/migration/logic/load_history.hpp"
#include "models/migration/logic/policy.hpp"
#include "sim/core/random_stream.hpp"

#include <gmock/gmock.h>

namespace daruma::models::migration {
namespace {

/// Others and own processes of each node; an hour of work, a minute to the next barrier, 0.3 s a migration.
Situation situation(std::vector<NodeLoad> nodes, int per_node = 1) {
  for (NodeLoad& node : nodes) node.lately = node.others;
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

TEST(Swap, WithoutThresholdsIsGreedy) {
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    RandomStream random(1, trial, "situations");
    std::vector<NodeLoad> nodes;
    for (int node = 0; node < 5; ++node)
      nodes.push_back({static_cast<int>(random.below(4)), static_cast<int>(random.below(3)),
                       1 + static_cast<int>(random.below(2))});
    const Situation seen = situation(nodes, 1 + static_cast<int>(random.below(2)));
    const auto expected = greedy(seen);
    const auto move = swap(seen);
    ASSERT_EQ(move.has_value(), expected.has_value()) << trial;
    if (move) {
      ASSERT_EQ(std::make_pair(move->from, move->to), std::make_pair(expected->from, expected->to)) << trial;
    }
  }
}

/// Three others and the process on a node, two others and the process on the next one: 4 times as slow, 3 times there.
TEST(Swap, WantsTheProcessToBecomeFasterByItsThreshold) {
  Situation seen = situation({{3, 1}, {2, 0}});
  seen.swap.process_gain = 0.33;
  EXPECT_THAT(swap(seen), IsMove(0, 1)) << "by a third";
  seen.swap.process_gain = 0.34;
  EXPECT_FALSE(swap(seen));
}

/// The job waits for another one, 3 times as slow, whatever the slowest does.
TEST(Swap, WantsTheJobToBecomeFasterByItsThreshold) {
  Situation seen = situation({{3, 1}, {2, 1}, {0, 0}});
  seen.swap.job_gain = 0.33;
  EXPECT_THAT(swap(seen), IsMove(0, 2)) << "from 4 to 3 times as slow";
  seen.swap.job_gain = 0.34;
  EXPECT_FALSE(swap(seen));
}

/// A minute takes 4, then 3: a minute is saved at each barrier.
TEST(Swap, WantsItsCostBackWithinAsManyIntervals) {
  Situation seen = situation({{3, 1}, {2, 1}, {0, 0}});
  seen.cost = Seconds(30);
  seen.swap.payback = 0.5;
  EXPECT_THAT(swap(seen), IsMove(0, 2));
  seen.cost = Seconds(31);
  EXPECT_FALSE(swap(seen));
  Situation in_vain = situation({{3, 1}, {3, 1}, {0, 0}});
  EXPECT_TRUE(swap(in_vain)) << "the process gains, the job does not";
  in_vain.swap.payback = 1000;
  EXPECT_FALSE(swap(in_vain));
}

TEST(Swap, GoesByTheLoadOfLate) {
  Situation seen = situation({{1, 1}, {0, 0}});
  seen.nodes[0].lately = 0.2;
  seen.swap.process_gain = 0.3;
  EXPECT_FALSE(swap(seen));
  seen.nodes[0].lately = 0.4;
  EXPECT_TRUE(swap(seen));
}

TEST(LoadHistory, IsTheMeanOfWhatWasSeenWithinTheWindow) {
  LoadHistory history(Seconds(120));
  std::vector<NodeLoad> nodes(2);
  std::vector<double> lately;
  for (int minute = 0; minute < 6; ++minute) {
    nodes[0].others = minute == 1 ? 3 : 0;
    nodes[1].others = minute;
    history.take(Seconds(60.0 * minute), nodes);
    lately.push_back(nodes[0].lately);
  }
  EXPECT_THAT(lately, testing::ElementsAre(0, 1.5, 1, 1, 0, 0)) << "of up to three looks";
  EXPECT_EQ(nodes[1].lately, 4);
}

TEST(LoadHistory, WithoutAWindowIsWhatIsSeenNow) {
  LoadHistory history;
  std::vector<NodeLoad> nodes(1);
  for (const int others : {3, 1, 2}) {
    nodes[0].others = others;
    history.take(Seconds(others), nodes);
  }
  EXPECT_EQ(nodes[0].lately, 2);
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
