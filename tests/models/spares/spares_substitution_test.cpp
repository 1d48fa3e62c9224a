// Substitutions against the paper's examples, by hand, and against brute force.
#include "models/spares/logic/substitution.hpp"
#include "tests/models/spares/spares_worlds.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <utility>

namespace daruma::models::spares {
namespace {

using testing::ElementsAre;

/// The paper's job of 6 x 6 ranks. Ranks are named as in its figures.
class Paper : public testing::Test {
protected:
  Paper(const char* faces = "2d-2") : layout_({6, 6}, *parse_faces(faces, 2), Wrap::none) {}

  static int node(int x, int y) { return x + 7 * y; }

  /// The node that a rank had at first fails. False if it cannot be survived.
  bool fail_home(int rank) {
    const auto substitution = substitute(placement_, layout_.home(rank), policy_);
    if (substitution) placement_.apply(*substitution);
    return substitution.has_value();
  }

  std::vector<std::pair<int, int>> moved() const {
    std::vector<std::pair<int, int>> changes;
    for (int rank = 0; rank < layout_.ranks(); ++rank)
      if (placement_.node_of(rank) != layout_.home(rank)) changes.emplace_back(rank, placement_.node_of(rank));
    return changes;
  }

  Layout layout_;
  Placement placement_{layout_};
  Policy policy_;
};

class PaperDownFirst : public Paper {
protected:
  PaperDownFirst() : Paper("y+,x+") {}
};

TEST_F(Paper, Figure4ASpareTakesThePlace) {
  policy_.methods = {0};
  ASSERT_TRUE(fail_home(21));
  EXPECT_THAT(moved(), ElementsAre(std::pair(21, node(6, 3))));
}

TEST_F(Paper, Figure5ALineSlides) {
  policy_.methods = {1};
  ASSERT_TRUE(fail_home(21));
  EXPECT_THAT(moved(), ElementsAre(std::pair(21, node(4, 3)), std::pair(22, node(5, 3)), std::pair(23, node(6, 3))));
}

TEST_F(Paper, Figure5AColumnIsDropped) {
  policy_.methods = {2};
  ASSERT_TRUE(fail_home(21));
  for (int rank = 0; rank < 36; ++rank)
    EXPECT_EQ(placement_.node_of(rank), layout_.home(rank) + (rank % 6 >= 3 ? 1 : 0)) << rank;
  EXPECT_EQ(placement_.at(node(3, 3)), Placement::failed);
  EXPECT_EQ(placement_.freed(), 5) << "the rest of the column is spare now";
}

TEST_F(PaperDownFirst, Figure6KeepingTheDirectionSurvivesTheThirdFailure) {
  policy_.methods = {1};
  EXPECT_TRUE(fail_home(21));
  EXPECT_TRUE(fail_home(16));
  EXPECT_EQ(placement_.node_of(16), node(4, 3)) << "16 slides down, as 21 did";
  EXPECT_TRUE(fail_home(15));
  EXPECT_EQ(placement_.node_of(15), node(5, 2)) << "15 slides right, over the failed node of 16";
}

TEST_F(PaperDownFirst, Figure6ChoosingFreelyDoesNot) {
  policy_ = {{1}, DirectionRule::shortest};
  EXPECT_TRUE(fail_home(21));
  EXPECT_EQ(placement_.node_of(21), node(3, 4));
  EXPECT_TRUE(fail_home(16));
  EXPECT_EQ(placement_.node_of(16), node(5, 2)) << "16 slides right, which is nearer";
  EXPECT_FALSE(fail_home(15));
}

TEST_F(Paper, Figure8TwoDropsThenALine) {
  policy_.methods = *parse_method("hybrid", 2);
  ASSERT_TRUE(fail_home(21));
  EXPECT_EQ(placement_.node_of(0), node(0, 0));
  EXPECT_EQ(placement_.node_of(21), node(4, 3));
  ASSERT_TRUE(fail_home(14));
  EXPECT_EQ(placement_.node_of(14), node(2, 3)) << "the row is dropped";
  EXPECT_EQ(placement_.node_of(35), node(6, 6));
  const auto before = placement_.nodes();
  const auto third = substitute(placement_, placement_.node_of(4), policy_);
  ASSERT_TRUE(third);
  EXPECT_LE(third->moves.size(), 6U) << "one line";
  EXPECT_TRUE(third->slide);
  placement_.apply(*third);
  EXPECT_NE(placement_.nodes(), before);
}

TEST_F(Paper, AFailedSpareMovesNobodyAndIsPassedOver) {
  policy_.methods = {0};
  const auto substitution = substitute(placement_, node(6, 3), policy_);
  ASSERT_TRUE(substitution);
  EXPECT_TRUE(substitution->moves.empty());
  placement_.apply(*substitution);
  ASSERT_TRUE(fail_home(21));
  EXPECT_EQ(placement_.node_of(21), node(3, 6)) << "the spare below is as near";
}

TEST_F(Paper, ARankThatMovedMovesAgain) {
  policy_.methods = {1};
  ASSERT_TRUE(fail_home(21));
  const auto again = substitute(placement_, node(6, 3), policy_);
  ASSERT_TRUE(again);
  EXPECT_THAT(again->moves, ElementsAre(Move{23, node(6, 3), node(6, 4)}));
  EXPECT_EQ(again->slide, (Face{1, forward}));
}

TEST(Slides, InThreeDimensionsTakeALineAPlaneOrASlab) {
  const Layout layout({3, 3, 3}, *parse_faces("3d-1", 3), Wrap::none);
  const Placement placement(layout);
  const int node = 1 + 4 * (1 + 3 * 2);
  const auto ranks_of = [&](int dimensions) {
    std::vector<int> ranks;
    const auto moves = slide(placement, node, {0, forward}, dimensions).value();
    for (const Move& move : moves) ranks.push_back(move.rank);
    std::sort(ranks.begin(), ranks.end());
    return ranks;
  };
  EXPECT_THAT(ranks_of(1), ElementsAre(22, 23));
  EXPECT_THAT(ranks_of(2), ElementsAre(19, 20, 22, 23, 25, 26)) << "the plane z = 2";
  EXPECT_EQ(ranks_of(3).size(), 18U);
}

TEST(Methods, HaveNames) {
  EXPECT_THAT(parse_method("0d", 2).value(), ElementsAre(0));
  EXPECT_THAT(parse_method("3d", 3).value(), ElementsAre(3));
  EXPECT_THAT(parse_method("hybrid", 3).value(), ElementsAre(3, 2, 1, 0));
  for (const char* text : {"", "3d", "d", "1D", "hybrids", "-1d"}) EXPECT_FALSE(parse_method(text, 2)) << text;
}

TEST(ZeroD, TakesTheSpareWithTheFewestCollisionsIfAsked) {
  const Layout layout({4, 4}, *parse_faces("2d-1", 2), Wrap::none);
  const Placement placement(layout);
  const Policy policy{{0}, DirectionRule::keep, SpareChoice::least_collisions};
  const auto substitution = substitute(placement, 0, policy, [](const Move& move) { return move.to == 14 ? 1 : 2; });
  ASSERT_TRUE(substitution);
  EXPECT_EQ(substitution->moves.front().to, 14);
}

/// Fewest hops, then lowest id, by looking at every node.
int nearest_by_brute_force(const Placement& placement, int node) {
  int best = -1;
  for (int other = 0; other < placement.layout().network().nodes(); ++other)
    if (placement.at(other) == Placement::idle &&
        (best < 0 || placement.layout().network().hops(node, other) < placement.layout().network().hops(node, best)))
      best = other;
  return best;
}

TEST(NearestSpare, IsTheNearestAmongAllInRandomWorlds) {
  for (int number = 0; number < 300; ++number) {
    RandomWorld world(number);
    while (const auto node = world.random_victim()) {
      const int expected = nearest_by_brute_force(world.placement(), *node);
      EXPECT_EQ(nearest_spare(world.placement(), *node).value_or(-1), expected) << number;
      if (!world.fail(*node)) break;
    }
  }
}

TEST(Placement, IsSoundAfterEveryFailureAndTheSameAfterUndoing) {
  for (int number = 0; number < 300; ++number) {
    RandomWorld world(number);
    const Placement first = world.placement();
    std::vector<Substitution> applied;
    while (const auto node = world.random_victim()) {
      const auto substitution = world.fail(*node);
      if (!substitution) break;
      applied.push_back(*substitution);
      for (int rank = 0; rank < world.layout().ranks(); ++rank)
        ASSERT_EQ(world.placement().at(world.placement().node_of(rank)), rank) << number;
      ASSERT_EQ(world.placement().at(*node), Placement::failed) << number;
    }
    Placement last = world.placement();
    for (auto substitution = applied.rbegin(); substitution != applied.rend(); ++substitution) last.undo(*substitution);
    EXPECT_EQ(last.nodes(), first.nodes()) << number;
    EXPECT_EQ(last.idle_nodes().size(), first.idle_nodes().size()) << number;
    EXPECT_EQ(last.freed(), 0) << number;
  }
}

} // namespace
} // namespace daruma::models::spares
