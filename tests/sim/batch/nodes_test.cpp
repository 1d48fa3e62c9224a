// Which cores jobs get, by hand and as a version with an entry for each node has it.
#include "sim/batch/nodes.hpp"

#include "sim/core/random_stream.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace daruma::batch {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Shares = std::vector<std::pair<int, int>>; ///< node and cores, in the order in which they were taken

Shares shares_of(const Places& places) {
  Shares shares;
  for (const Block& block : places.blocks())
    for (int i = 0; i < 64; ++i)
      if ((block.nodes >> i & 1) != 0) shares.emplace_back(64 * block.word + i, block.cores);
  return shares;
}

TEST(Nodes, WholeOnesAreTakenFirstAndTheRestFromTheFullest) {
  Nodes nodes(3, 4, 0);
  const Places first = nodes.take(3);
  EXPECT_THAT(shares_of(first), ElementsAre(Pair(0, 3)));
  const Places second = nodes.take(5);
  EXPECT_THAT(shares_of(second), ElementsAre(Pair(1, 4), Pair(0, 1))) << "the one core that is left of the first";
  EXPECT_EQ(nodes.free(), 4);
  nodes.fail(1);
  nodes.give(second);
  EXPECT_EQ(nodes.free(), 5) << "what was on the failed node is gone";
  nodes.repair(1);
  EXPECT_EQ(nodes.free(), 9);
}

TEST(Nodes, ASpareHasTheFreeCoresOfWhomItReplaces) {
  Nodes nodes(3, 4, 1);
  nodes.take(6);
  EXPECT_EQ(nodes.replace(1), 2);
  EXPECT_EQ(nodes.free(), 2);
  EXPECT_THAT(shares_of(nodes.take(2)), ElementsAre(Pair(2, 2)));
  EXPECT_EQ(nodes.replace(0), std::nullopt);
  nodes.repair(1);
  EXPECT_EQ(nodes.spares(), 1);
}

TEST(Places, AreGivenUpFromTheEnd) {
  Places places;
  places.add({1, 0b1110, 4}); // nodes 65 to 67
  places.add(3, 2);
  EXPECT_THAT(shares_of(places.split(1)), ElementsAre(Pair(3, 1)));
  EXPECT_THAT(shares_of(places.split(1 + 4 + 3)), ElementsAre(Pair(3, 1), Pair(67, 4), Pair(66, 3)));
  EXPECT_THAT(shares_of(places), ElementsAre(Pair(65, 4), Pair(66, 1)));
  EXPECT_EQ(places.nodes(), 2);
}

TEST(Places, KeepTheirOrderWhateverBecomesOfANode) {
  Places places;
  places.add({0, 0b1111, 2});
  places.replace(1, 70);
  EXPECT_THAT(shares_of(places), ElementsAre(Pair(0, 2), Pair(70, 2), Pair(2, 2), Pair(3, 2)));
  EXPECT_EQ(places.remove(2), 2);
  Places more;
  more.add(3, 1);
  more.add(9, 1);
  places.join(more);
  EXPECT_THAT(shares_of(places), ElementsAre(Pair(0, 2), Pair(70, 2), Pair(3, 3), Pair(9, 1)));
  EXPECT_TRUE(places.has(70));
  EXPECT_FALSE(places.has(1));
}

/// The free cores of each node, looked through from the first to the last.
class Naive {
public:
  Naive(int nodes, int cores) : cores_(cores), free_(static_cast<std::size_t>(nodes), cores) {}

  Shares take(int cores) {
    Shares shares;
    while (cores > 0) {
      const auto node = static_cast<std::size_t>(best(cores));
      const int taken = std::min(cores, free_[node]);
      free_[node] -= taken;
      cores -= taken;
      shares.emplace_back(static_cast<int>(node), taken);
    }
    return shares;
  }

  void give(const Shares& shares) {
    for (const auto& [node, cores] : shares)
      if (free_[static_cast<std::size_t>(node)] != down) free_[static_cast<std::size_t>(node)] += cores;
  }
  void fail(int node) { free_[static_cast<std::size_t>(node)] = down; }
  void repair(int node) { free_[static_cast<std::size_t>(node)] = cores_; }

private:
  static constexpr int down = -1;

  /// The lowest node of the fewest free cores that are enough; if none has enough, of the most.
  int best(int cores) const {
    const int wanted = std::min(cores, cores_);
    const auto is_better = [=](int a, int b) { return a >= wanted && b >= wanted ? a < b : a > b; };
    int best = 0;
    for (int node = 1; node < static_cast<int>(free_.size()); ++node)
      if (is_better(free_[static_cast<std::size_t>(node)], free_[static_cast<std::size_t>(best)])) best = node;
    return best;
  }

  int cores_;
  std::vector<int> free_;
};

/// A job that has cores, as both versions have it; a node that failed is no part of it any more.
struct Held {
  Places places;
  Shares shares;
};

void lose(Held& held, int node) {
  const auto is_there = [=](const auto& share) { return share.first == node; };
  const auto share = std::find_if(held.shares.begin(), held.shares.end(), is_there);
  ASSERT_EQ(held.places.has(node), share != held.shares.end());
  if (share == held.shares.end()) return;
  ASSERT_EQ(held.places.remove(node), share->second);
  held.shares.erase(share);
}

TEST(Nodes, AreTakenAsANaiveVersionTakesThem) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RandomStream random(seed, 0, "nodes");
    const auto below = [&](int bound) { return static_cast<int>(random.below(static_cast<std::uint64_t>(bound))); };
    const int count = 1 + below(200);
    const int cores = 1 + below(6);
    Nodes nodes(count, cores, 0);
    Naive naive(count, cores);
    std::vector<Held> jobs;
    for (int step = 0; step < 300; ++step) {
      const int what = below(10);
      if (what < 5 && nodes.free() > 0) {
        const int wanted = 1 + below(nodes.free());
        jobs.push_back({nodes.take(wanted), naive.take(wanted)});
        ASSERT_EQ(shares_of(jobs.back().places), jobs.back().shares) << "seed " << seed << ", step " << step;
      } else if (what < 8 && !jobs.empty()) {
        const auto job = jobs.begin() + below(static_cast<int>(jobs.size()));
        nodes.give(job->places);
        naive.give(job->shares);
        jobs.erase(job);
      } else if (const int node = below(count); nodes.is_down(node)) {
        nodes.repair(node);
        naive.repair(node);
      } else {
        nodes.fail(node);
        naive.fail(node);
        for (Held& held : jobs) lose(held, node);
      }
    }
  }
}

} // namespace
} // namespace daruma::batch
