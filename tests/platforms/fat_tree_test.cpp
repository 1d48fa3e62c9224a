// Fat-tree routes: lengths and ends by hand, and the properties that destination routing promises.
#include "platforms/topology/topology.hpp"
#include "tests/platforms/named_route.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace daruma::topology {
namespace {

using testing::ElementsAre;

std::unique_ptr<const Wiring> wired(int nodes, const std::vector<int>& down, const std::vector<int>& up,
                                    const std::vector<int>& parallel) {
  return wire(topology_of("fat-tree", {{"down", down}, {"up", up}, {"parallel", parallel}}), nodes);
}

/// The elements that a route passes, in order; fails where one link does not start where the last ended.
std::vector<std::string> elements(const std::vector<std::string>& links) {
  std::vector<std::string> passed;
  for (const std::string& link : links) {
    const std::size_t arrow = link.find('>');
    const std::string begin = link.substr(0, arrow);
    if (passed.empty()) passed.push_back(begin);
    EXPECT_EQ(passed.back(), begin) << "before " << link;
    passed.push_back(link.substr(arrow + 1, link.find('#') - arrow - 1));
  }
  return passed;
}

TEST(FatTree, TakesTwoLinksUnderOneSwitchAndFourAcross) {
  const auto wiring = wired(16, {4, 4}, {1, 2}, {1, 1});
  const Wiring& tree = *wiring;
  EXPECT_THAT(named_route(tree, 0, 1), ElementsAre("0>s1.0", "s1.0>1"));
  EXPECT_THAT(named_route(tree, 0, 4), ElementsAre("0>s1.0", "s1.0>s2.0", "s2.0>s1.1", "s1.1>4"));
  EXPECT_THAT(named_route(tree, 0, 5), ElementsAre("0>s1.0", "s1.0>s2.1", "s2.1>s1.1", "s1.1>5"));
}

TEST(FatTree, SpreadsDestinationsOverParallelCables) {
  const auto wiring = wired(8, {4, 2}, {1, 1}, {1, 4});
  const Wiring& tree = *wiring;
  std::set<std::string> cables;
  for (int to = 4; to < 8; ++to) cables.insert(named_route(tree, 0, to)[1]);
  EXPECT_THAT(cables, ElementsAre("s1.0>s2.0", "s1.0>s2.0#1", "s1.0>s2.0#2", "s1.0>s2.0#3"));
}

TEST(FatTree, RoutesOfThreeLevelsAreConnectedAndMinimal) {
  const std::vector<int> down{3, 2, 4};
  const auto wiring = wired(24, down, {2, 3, 2}, {1, 2, 1});
  const Wiring& tree = *wiring;
  for (int from = 0; from < 24; ++from) {
    for (int to = 0; to < 24; ++to) {
      if (from == to) continue;
      const std::size_t levels = from / 3 == to / 3 ? 1 : from / 6 == to / 6 ? 2 : 3;
      const std::vector<std::string> passed = elements(named_route(tree, from, to));
      ASSERT_EQ(passed.size(), 2 * levels + 1);
      ASSERT_EQ(passed.front(), std::to_string(from));
      ASSERT_EQ(passed.back(), std::to_string(to));
    }
  }
}

TEST(FatTree, ShiftsOnAFullBisectionTreeDoNotCollide) {
  const auto wiring = wired(24, {6, 4}, {1, 6}, {1, 1});
  const Wiring& tree = *wiring;
  for (int shift = 1; shift < 24; ++shift) {
    std::map<std::string, int> messages;
    for (int from = 0; from < 24; ++from)
      for (const std::string& link : named_route(tree, from, (from + shift) % 24)) ++messages[link];
    for (const auto& [link, count] : messages) ASSERT_EQ(count, 1) << link << " at shift " << shift;
  }
}

TEST(FatTree, BuildsOnlyWhatIsAboveNodesInUse) {
  EXPECT_EQ(wired(1, {24, 57}, {1, 24}, {1, 1})->link_slots(), 0U);
  EXPECT_EQ(wired(2, {24, 57}, {1, 24}, {1, 1})->link_slots(), 2U * 2);
  EXPECT_EQ(wired(25, {24, 57}, {1, 24}, {1, 1})->link_slots(), 2U * (25 + 2 * 24));
}

TEST(FatTree, NamesEveryLinkOnce) {
  const auto wiring = wired(20, {3, 2, 4}, {2, 3, 2}, {1, 2, 1});
  const Wiring& tree = *wiring;
  std::set<std::string> names;
  for (LinkSlot slot = 0; slot < tree.link_slots(); ++slot)
    EXPECT_TRUE(names.insert(tree.link_name(slot)).second) << tree.link_name(slot);
  EXPECT_EQ(names.count(""), 0U);
}

} // namespace
} // namespace daruma::topology
