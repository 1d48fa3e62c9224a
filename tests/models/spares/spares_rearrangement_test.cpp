#include "models/spares/logic/rearrangement.hpp"

#include "models/spares/logic/recount.hpp"
#include "models/spares/logic/substitution.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace daruma::models::spares {
namespace {

/// A job after failures that spares took over for, one after the other.
struct Wounded {
  Wounded(const std::vector<int>& job, const char* faces, const std::vector<int>& victims)
      : layout(job, *parse_faces(faces, static_cast<int>(job.size())), Wrap::none), pattern(stencil(job, {})),
        placement(layout) {
    for (int node : victims) placement.apply(*substitute(placement, node, {{0}}));
  }

  int collisions_with(const Rearrangement& rearrangement) const {
    std::vector<int> nodes = placement.nodes();
    for (const Move& move : rearrangement.moves) nodes[move.rank] = move.to;
    return recount(layout.network(), pattern, nodes).collisions;
  }

  void expect_sound(const std::vector<Rearrangement>& curve, int budget) const {
    ASSERT_FALSE(curve.empty());
    EXPECT_TRUE(curve.front().moves.empty());
    for (std::size_t i = 0; i < curve.size(); ++i) {
      EXPECT_LE(curve[i].moves.size(), static_cast<std::size_t>(budget));
      EXPECT_EQ(curve[i].collisions, collisions_with(curve[i]));
      expect_places(curve[i]);
    }
    for (std::size_t i = 1; i < curve.size(); ++i) {
      EXPECT_LT(curve[i].collisions, curve[i - 1].collisions);
      EXPECT_GT(curve[i].moves.size(), curve[i - 1].moves.size());
    }
  }

  void expect_places(const Rearrangement& rearrangement) const {
    std::vector<int> nodes = placement.nodes();
    for (const Move& move : rearrangement.moves) nodes[move.rank] = move.to;
    EXPECT_EQ(std::set<int>(nodes.begin(), nodes.end()).size(), nodes.size()) << "two ranks on a node";
    for (int node : nodes) EXPECT_NE(placement.at(node), Placement::failed);
  }

  Layout layout;
  Pattern pattern;
  Placement placement;
};

TEST(Rearrangement, OfASmallJobIsExact) {
  const Wounded job({3, 3}, "2d-1", {5});
  const auto curve = trade_off(job.placement, job.pattern, 2, 1);
  job.expect_sound(curve, 2);
  EXPECT_EQ(curve.front().search, Search::exhaustive);
  // The job is small enough to see it: with the line slid, two more moves, it is as after 1D.
  EXPECT_LE(curve.back().collisions, 3);
}

/// Every permutation of all ranks over all living nodes of a tiny job, by std::next_permutation.
TEST(Rearrangement, OfATinyJobIsTheBestOfAllPermutations) {
  const Wounded job({2, 2}, "2d-1", {0});
  std::vector<int> living;
  for (int node = 0; node < job.layout.network().nodes(); ++node)
    if (job.placement.at(node) != Placement::failed) living.push_back(node);
  int best = job.collisions_with({});
  do best = std::min(best, recount(job.layout.network(), job.pattern, {living.begin(), living.begin() + 4}).collisions);
  while (std::next_permutation(living.begin(), living.end()));
  const auto curve = trade_off(job.placement, job.pattern, 4, 1);
  job.expect_sound(curve, 4);
  EXPECT_EQ(curve.back().collisions, best);
}

TEST(Rearrangement, OfALargerJobFindsTheSlideOfALine) {
  const Wounded job({8, 8}, "2d-1", {4 + 9 * 4});
  const auto curve = trade_off(job.placement, job.pattern, 8, 1);
  job.expect_sound(curve, 8);
  EXPECT_EQ(curve.front().collisions, 5);
  EXPECT_EQ(curve.front().search, Search::annealing);
  EXPECT_LE(curve.back().collisions, 3);
}

TEST(Rearrangement, DependsOnTheSeedAlone) {
  const Wounded job({8, 8}, "2d-2", {20, 40, 41});
  const auto one = trade_off(job.placement, job.pattern, 6, 5);
  const auto two = trade_off(job.placement, job.pattern, 6, 5);
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].moves, two[i].moves);
}

} // namespace
} // namespace daruma::models::spares
