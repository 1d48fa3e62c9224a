// Dimension-order routes on meshes and tori, against a brute-force walk written the slow way.
#include "platforms/topology/topology.hpp"
#include "sim/core/random_stream.hpp"
#include "tests/platforms/named_route.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

namespace daruma::topology {
namespace {

using testing::ElementsAre;

std::vector<int> coordinates(const std::vector<int>& extents, int node) {
  std::vector<int> at;
  for (int extent : extents) {
    at.push_back(node % extent);
    node /= extent;
  }
  return at;
}

int node_at(const std::vector<int>& extents, const std::vector<int>& at) {
  int node = 0;
  for (std::size_t d = extents.size(); d-- > 0;) node = node * extents[d] + at[d];
  return node;
}

/// Step by step in coordinates; on a ring both ways round are tried out and the shorter taken, + on a tie.
std::vector<int> brute_force_walk(const std::vector<int>& extents, Wrap wrap, int from, int to) {
  std::vector<int> at = coordinates(extents, from);
  const std::vector<int> goal = coordinates(extents, to);
  std::vector<int> nodes{from};
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const auto distance = [&](int step) {
      int hops = 0;
      for (int x = at[d]; x != goal[d]; x = (x + step + extents[d]) % extents[d]) ++hops;
      return hops;
    };
    int step = at[d] < goal[d] ? 1 : -1;
    if (wrap == Wrap::around) step = distance(+1) <= distance(-1) ? 1 : -1;
    while (at[d] != goal[d]) {
      at[d] = (at[d] + step + extents[d]) % extents[d];
      nodes.push_back(node_at(extents, at));
    }
  }
  return nodes;
}

std::unique_ptr<const Wiring> wired(const std::vector<int>& extents, Wrap wrap) {
  return wire(topology_of(wrap == Wrap::none ? "mesh" : "torus", {{"dimensions", extents}}), 0);
}

/// The nodes that a message passes, both ends included.
std::vector<int> route_of(const std::vector<int>& extents, Wrap wrap, int from, int to) {
  const auto grid = wired(extents, wrap);
  std::vector<LinkSlot> slots;
  grid->route(from, to, slots);
  std::vector<int> nodes{from};
  for (const LinkSlot slot : slots) nodes.push_back(grid->ends(slot).to.index);
  return nodes;
}

class RandomGrids : public testing::TestWithParam<std::tuple<int, Wrap>> {};

TEST_P(RandomGrids, RouteAsTheBruteForceWalk) {
  const auto [dimensions, wrap] = GetParam();
  RandomStream random(1, 0, "tests/grid-" + std::to_string(dimensions));
  for (int round = 0; round < 200; ++round) {
    std::vector<int> extents;
    int nodes = 1;
    for (int d = 0; d < dimensions; ++d) {
      extents.push_back(1 + static_cast<int>(random.below(dimensions > 3 ? 5 : 9)));
      nodes *= extents.back();
    }
    const int from = static_cast<int>(random.below(nodes));
    const int to = static_cast<int>(random.below(nodes));
    const std::vector<int> expected = brute_force_walk(extents, wrap, from, to);
    ASSERT_EQ(route_of(extents, wrap, from, to), expected);

    std::vector<std::string> links;
    for (std::size_t i = 0; i + 1 < expected.size(); ++i)
      links.push_back(std::to_string(expected[i]) + ">" + std::to_string(expected[i + 1]));
    ASSERT_EQ(named_route(*wired(extents, wrap), from, to), links);
  }
}

std::string grid_name(const testing::TestParamInfo<RandomGrids::ParamType>& instance) {
  const auto [dimensions, wrap] = instance.param;
  return (wrap == Wrap::none ? "Mesh" : "Torus") + std::to_string(dimensions) + "D";
}

INSTANTIATE_TEST_SUITE_P(OneToSixDimensions, RandomGrids,
                         testing::Combine(testing::Range(1, 7), testing::Values(Wrap::none, Wrap::around)), grid_name);

TEST(Grid, GoesAlongXFirst) {
  EXPECT_THAT(route_of({4, 4}, Wrap::none, 0, 10), ElementsAre(0, 1, 2, 6, 10));
  EXPECT_THAT(route_of({4, 4}, Wrap::none, 10, 0), ElementsAre(10, 9, 8, 4, 0));
}

TEST(Grid, TorusTakesTheShorterWayAndGoesForwardOnATie) {
  EXPECT_THAT(route_of({5}, Wrap::around, 0, 3), ElementsAre(0, 4, 3));
  EXPECT_THAT(route_of({4}, Wrap::around, 0, 2), ElementsAre(0, 1, 2));
  EXPECT_THAT(route_of({4}, Wrap::around, 2, 0), ElementsAre(2, 3, 0));
}

std::set<std::string> all_links(const Wiring& grid) {
  std::set<std::string> names;
  for (LinkSlot slot = 0; slot < grid.link_slots(); ++slot) {
    const std::string name = grid.link_name(slot);
    if (name.empty()) continue;
    EXPECT_TRUE(names.insert(name).second) << name << " exists twice";
  }
  return names;
}

TEST(Grid, MeshEndsAtItsBorder) {
  EXPECT_THAT(all_links(*wired({3}, Wrap::none)), ElementsAre("0>1", "1>0", "1>2", "2>1"));
}

TEST(Grid, TorusOfTwoHasOneLinkPerDirectionAndOfOneNone) {
  EXPECT_THAT(all_links(*wired({2, 1}, Wrap::around)), ElementsAre("0>1", "1>0"));
  EXPECT_THAT(all_links(*wired({1, 1}, Wrap::none)), ElementsAre());
  EXPECT_THAT(all_links(*wired({3}, Wrap::around)), ElementsAre("0>1", "0>2", "1>0", "1>2", "2>0", "2>1"));
}

} // namespace
} // namespace daruma::topology
