// Collision counting: known numbers, and incremental against counting everything anew.
#include "models/spares/logic/campaign.hpp"
#include "models/spares/logic/recount.hpp"
#include "models/spares/logic/traffic.hpp"
#include "tests/models/spares/spares_worlds.hpp"

#include <gmock/gmock.h>

namespace daruma::models::spares {
namespace {

using testing::ElementsAre;
using testing::Pair;

Tally counted(const Campaign& campaign, int threads = 1) {
  Progress progress;
  return count(campaign, threads, progress);
}

Tally single_failures(std::vector<int> job, const char* faces, const char* method) {
  const int dimensions = static_cast<int>(job.size());
  const Layout layout(job, *parse_faces(faces, dimensions), Wrap::none);
  const Pattern pattern = stencil(job, {});
  return counted({layout, pattern, {*parse_method(method, dimensions)}});
}

TEST(Collisions, HistogramOf20x20) {
  EXPECT_THAT(single_failures({20, 20}, "2d-1", "0d").histogram,
              ElementsAre(Pair(2, 2), Pair(3, 22), Pair(4, 70), Pair(5, 306)));
  EXPECT_THAT(single_failures({20, 20}, "2d-1", "1d").histogram, ElementsAre(Pair(2, 40), Pair(3, 360)));
  EXPECT_THAT(single_failures({20, 20}, "2d-1", "2d").histogram, ElementsAre(Pair(1, 400)));
}

TEST(Collisions, MaximaInThreeDimensions) {
  EXPECT_EQ(single_failures({6, 6, 6}, "3d-1", "0d").max(), 7);
  EXPECT_EQ(single_failures({6, 6, 6}, "3d-1", "1d").max(), 5);
  EXPECT_EQ(single_failures({6, 6, 6}, "3d-1", "2d").max(), 3);
  EXPECT_EQ(single_failures({6, 6, 6}, "3d-1", "3d").max(), 1);
}

TEST(Collisions, WaysGrowByOneWhereLinesSlideAndMoreWhereSparesJumpIn) {
  EXPECT_EQ(single_failures({20, 20}, "2d-1", "1d").longest_way_max, 2);
  EXPECT_EQ(single_failures({20, 20}, "2d-1", "0d").longest_way_max, 21);
  EXPECT_EQ(single_failures({20, 20}, "2d-1", "2d").moved_max, 400);
}

TEST(Moves, GoAsFarAsTheSpareIsAndOneHopWhereALineSlides) {
  const Tally jump = single_failures({20, 20}, "2d-1", "0d");
  EXPECT_EQ(jump.farthest_move_max, 20);
  EXPECT_EQ(jump.farthest_move_sum, 20 * (20 * 21 / 2)) << "from 1 to 20 hops in each row";
  const Tally slide = single_failures({20, 20}, "2d-1", "1d");
  EXPECT_EQ(slide.farthest_move_max, 1);
  EXPECT_EQ(slide.farthest_move_sum, 400);
}

TEST(Patterns, HaveTheirMessages) {
  const auto messages = [](const Pattern& pattern) {
    int count = 0;
    for (int rank = 0; rank < pattern.ranks(); ++rank)
      for ([[maybe_unused]] const Partner& partner : pattern.sends(rank)) ++count;
    return count;
  };
  EXPECT_EQ(messages(stencil({4, 4}, {})), 2 * 2 * 4 * 3);
  EXPECT_EQ(messages(stencil({4, 4}, {1, 0, Wrap::around})), 16 * 4);
  EXPECT_EQ(messages(stencil({4, 4}, {1, 1, Wrap::around})), 16 * 8);
  EXPECT_EQ(messages(stencil({4, 4, 4}, {1, 0, Wrap::around})), 64 * 6);
  EXPECT_EQ(messages(stencil({4, 4, 4}, {1, 1, Wrap::around})), 64 * 26);
  EXPECT_EQ(messages(all_to_all(5)), 20);
  EXPECT_EQ(messages(binomial_tree(8)), 7);
  EXPECT_EQ(messages(ring(5)), 5);
}

/// Ten thousand random cases: a network, a pattern, a sequence of failures, each counted both ways.
TEST(IncrementalCounting, EqualsAFullRecountInTenThousandRandomCases) {
  int cases = 0;
  for (int number = 0; cases < 10000; ++number) {
    RandomWorld world(number);
    const Pattern pattern = world.random_pattern();
    Traffic traffic(world.layout().network(), pattern, world.placement().nodes());
    for (int failure = 0; failure < 5; ++failure, ++cases) {
      const auto node = world.random_victim();
      const auto substitution = node ? world.fail(*node) : std::nullopt;
      if (!substitution) break;
      for (const Move& move : substitution->moves) traffic.move(move.rank, move.to);
      const Recount full = recount(world.layout().network(), pattern, world.placement().nodes());
      ASSERT_EQ(traffic.collisions(), full.collisions) << "world " << number;
      ASSERT_EQ(traffic.longest_way(), full.longest_way) << "world " << number;
    }
  }
}

struct Moved {
  std::int64_t ranks = 0;
  int farthest = 0;
};

Moved with(Moved moved, const Network& network, const std::vector<Move>& moves) {
  for (const Move& move : moves) moved.farthest = std::max(moved.farthest, network.hops(move.from, move.to));
  moved.ranks += static_cast<std::int64_t>(moves.size());
  return moved;
}

/// Every sequence of failures by recursion, each counted in full.
void enumerate(const Campaign& campaign, Placement& placement, int depth, const Moved& moved, Tally& tally) {
  for (int node = 0; node < campaign.layout.network().nodes(); ++node) {
    const bool counts = campaign.victims == Victims::job
                            ? placement.at(node) != Placement::failed && !campaign.layout.is_spare(node)
                            : placement.at(node) >= (campaign.victims == Victims::ranks ? 0 : Placement::idle);
    if (!counts) continue;
    const auto substitution = substitute(placement, node, campaign.policy);
    if (!substitution) {
      const auto beyond = static_cast<std::int64_t>(cases_after(campaign, depth + 1));
      tally.cases += beyond;
      tally.not_survivable += beyond;
      continue;
    }
    const Moved moves = with(moved, campaign.layout.network(), substitution->moves);
    placement.apply(*substitution);
    if (depth + 1 < campaign.failures) {
      enumerate(campaign, placement, depth + 1, moves, tally);
    } else {
      const Recount full = recount(campaign.layout.network(), campaign.pattern, placement.nodes());
      ++tally.cases;
      ++tally.histogram[full.collisions];
      tally.longest_way_sum += full.longest_way;
      tally.moved_sum += moves.ranks;
      tally.farthest_move_sum += moves.farthest;
    }
    placement.undo(*substitution);
  }
}

TEST(Campaign, CountsWhatPlainEnumerationCounts) {
  for (int number = 0, cases = 0; cases < 40; ++number) {
    RandomWorld world(number);
    if (world.layout().network().nodes() > 20) continue;
    ++cases;
    const Pattern pattern = world.random_pattern();
    for (const Victims victims : {Victims::job, Victims::ranks, Victims::nodes})
      for (int failures = 1; failures <= 2; ++failures) {
        const Campaign campaign{world.layout(), pattern, world.policy(), failures, victims};
        Tally plain;
        Placement placement(world.layout());
        enumerate(campaign, placement, 0, {}, plain);
        const Tally tally = counted(campaign, 2);
        EXPECT_EQ(tally.cases, plain.cases) << number;
        EXPECT_EQ(tally.not_survivable, plain.not_survivable) << number;
        EXPECT_EQ(tally.histogram, plain.histogram) << number;
        EXPECT_EQ(tally.longest_way_sum, plain.longest_way_sum) << number;
        EXPECT_EQ(tally.moved_sum, plain.moved_sum) << number;
        EXPECT_EQ(tally.farthest_move_sum, plain.farthest_move_sum) << number;
      }
  }
}

std::vector<int> nodes_of(const std::optional<Example>& example) {
  return example ? example->failures : std::vector<int>{};
}

void expect_equal(const Tally& a, const Tally& b) {
  EXPECT_EQ(a.cases, b.cases);
  EXPECT_EQ(a.histogram, b.histogram);
  EXPECT_EQ(a.not_survivable, b.not_survivable);
  EXPECT_EQ(a.moved_sum, b.moved_sum);
  EXPECT_EQ(nodes_of(a.worst), nodes_of(b.worst));
  EXPECT_EQ(nodes_of(a.breaks), nodes_of(b.breaks));
}

TEST(Campaign, GivesTheSameAnswerOnAnyNumberOfThreads) {
  const Layout layout({5, 4}, *parse_faces("2d-2", 2), Wrap::around);
  const Pattern pattern = stencil(layout.job(), {});
  Campaign campaign{layout, pattern, {{1}}, 3};
  expect_equal(counted(campaign, 1), counted(campaign, 3));
  campaign.sample = Sample{5000, 11};
  const Tally one = counted(campaign, 1);
  EXPECT_EQ(one.cases, 5000);
  expect_equal(one, counted(campaign, 4));
  campaign.sample->seed = 12;
  EXPECT_NE(counted(campaign, 1).histogram, one.histogram);
}

TEST(Campaign, StoppedEarlyIsPartial) {
  const Layout layout({8, 8}, *parse_faces("2d-2", 2), Wrap::none);
  const Pattern pattern = stencil(layout.job(), {});
  Progress progress;
  progress.stop = true;
  const Tally tally = count({layout, pattern, {{1}}, 3}, 2, progress);
  EXPECT_TRUE(tally.partial);
  EXPECT_LT(tally.cases, 64 * 63 * 62);
}

/// Table 1: what each method survives for sure, and a sequence of failures that is one too many.
int guaranteed(const char* faces, const Policy& policy) {
  const Layout layout({6, 6}, *parse_faces(faces, 2), Wrap::none);
  const Pattern nothing(36, {});
  for (int failures = 1;; ++failures)
    if (counted({layout, nothing, policy, failures}).not_survivable > 0) return failures - 1;
}

TEST(Guarantees, AreTheOnesOfTable1) {
  EXPECT_EQ(guaranteed("2d-1", {{1}}), 1);
  EXPECT_EQ(guaranteed("2d-2", {{1}}), 3);
  EXPECT_EQ(guaranteed("2d-2", {{1}, DirectionRule::shortest}), 2);
  EXPECT_EQ(guaranteed("2d-1", {{2}}), 1);
  EXPECT_EQ(guaranteed("2d-2", {{2}}), 2);
}

} // namespace
} // namespace daruma::models::spares
