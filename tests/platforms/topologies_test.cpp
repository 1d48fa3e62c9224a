// What every topology promises: whoever adds one is held to it by a sample of its shapes.
#include "platforms/topology/topology.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace daruma::topology {
namespace {

using testing::IsEmpty;
using testing::Not;

struct Sample {
  std::string kind;
  Shape shape;
  int nodes;
};

std::vector<Sample> samples() {
  const auto dragonfly = [](std::vector<int> sizes, std::vector<int> parallel) {
    return Shape{{"groups", {sizes[0]}},
                 {"chassis_per_group", {sizes[1]}},
                 {"routers_per_chassis", {sizes[2]}},
                 {"nodes_per_router", {sizes[3]}},
                 {"parallel", std::move(parallel)}};
  };
  return {{"flat", {}, 1},
          {"flat", {}, 21},
          {"fat-tree", {{"down", {3, 2, 4}}, {"up", {2, 3, 2}}, {"parallel", {1, 2, 1}}}, 24},
          {"fat-tree", {{"down", {4, 4}}, {"up", {1, 2}}, {"parallel", {1, 2}}}, 9},
          {"mesh", {{"dimensions", {4, 3}}}, 12},
          {"mesh", {{"dimensions", {7}}}, 7},
          {"torus", {{"dimensions", {2, 3, 4}}}, 24},
          {"torus", {{"dimensions", {1}}}, 1},
          {"dragonfly", dragonfly({3, 2, 4, 2}, {1, 2, 3}), 48},
          {"dragonfly", dragonfly({7, 2, 4, 3}, {2, 1, 1}), 50},
          {"dragonfly", dragonfly({1, 1, 1, 1}, {1, 1, 1}), 1}};
}

TEST(Topologies, AllHaveASampleHere) {
  std::set<std::string_view> known;
  const auto all = samples();
  for (const Sample& sample : all) known.insert(sample.kind);
  for (const TopologyKind* kind : topologies()) EXPECT_EQ(known.count(kind->name()), 1u) << kind->name();
}

TEST(Topologies, SayWhatTheirNumbersMean) {
  std::map<std::string, Parameter::Form> forms;
  std::set<std::string_view> names;
  for (const TopologyKind* kind : topologies()) {
    EXPECT_TRUE(names.insert(kind->name()).second) << kind->name() << " is there twice";
    EXPECT_THAT(kind->meaning(), Not(IsEmpty()));
    for (const Parameter& parameter : kind->parameters()) {
      EXPECT_THAT(parameter.meaning, Not(IsEmpty())) << parameter.name;
      EXPECT_EQ(forms.try_emplace(parameter.name, parameter.form).first->second, parameter.form)
          << parameter.name << " is a number here and a list there";
    }
  }
}

TEST(Topologies, HaveRoomForTheirNodes) {
  for (const Sample& sample : samples()) {
    const Topology topology = topology_of(sample.kind, sample.shape);
    EXPECT_EQ(topology.kind->mismatch(topology.shape), "");
    const int places = topology.kind->places(topology.shape);
    if (topology.kind->occupancy() == Occupancy::all_places)
      EXPECT_EQ(places, sample.nodes) << sample.kind;
    else
      EXPECT_GE(places, sample.nodes) << sample.kind;
    EXPECT_THAT(topology.kind->text(topology.shape), Not(IsEmpty()));
  }
}

TEST(Topologies, LeadEveryMessageToItsDestination) {
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.kind);
    const auto wiring = wire(topology_of(sample.kind, sample.shape), sample.nodes);
    std::vector<LinkSlot> route;
    for (int from = 0; from < sample.nodes; ++from)
      for (int to = 0; to < sample.nodes; ++to) {
        if (from == to) continue;
        route.clear();
        wiring->route(from, to, route);
        Element here = wiring->router(from).value_or(Element{0, from});
        for (const LinkSlot slot : route) {
          ASSERT_LT(slot, wiring->link_slots());
          ASSERT_THAT(wiring->link_name(slot), Not(IsEmpty())) << from << " to " << to;
          ASSERT_TRUE(wiring->ends(slot).from == here) << from << " to " << to << " by " << wiring->link_name(slot);
          here = wiring->ends(slot).to;
        }
        ASSERT_TRUE(here == wiring->router(to).value_or(Element{0, to})) << from << " to " << to;
        ASSERT_EQ(std::set<LinkSlot>(route.begin(), route.end()).size(), route.size()) << "a link is taken twice";
      }
  }
}

TEST(Topologies, NameEachLinkOnce) {
  for (const Sample& sample : samples()) {
    const auto wiring = wire(topology_of(sample.kind, sample.shape), sample.nodes);
    std::set<std::string> names;
    for (LinkSlot slot = 0; slot < wiring->link_slots(); ++slot) {
      const std::string name = wiring->link_name(slot);
      EXPECT_TRUE(name.empty() || names.insert(name).second) << sample.kind << ": " << name;
    }
  }
}

/// A switch and the nodes below it, found by what routes between these nodes pass.
TEST(Topologies, SwitchesOfTheFirstLevelJoinTheNodesBelow) {
  for (const Sample& sample : samples()) {
    const Topology topology = topology_of(sample.kind, sample.shape);
    const auto levels = topology.kind->switch_levels(topology.shape);
    EXPECT_EQ(levels.empty(), !topology.kind->why_no_switch_levels().empty()) << sample.kind;
    if (levels.empty() || levels[0].equals > 1) continue;
    const auto wiring = wire(topology, sample.nodes);
    for (int from = 0; from < sample.nodes; ++from)
      for (int to = 0; to < sample.nodes; ++to) {
        if (from == to) continue;
        std::vector<LinkSlot> route;
        wiring->route(from, to, route);
        EXPECT_EQ(route.size() == 2, from / levels[0].nodes == to / levels[0].nodes) << sample.kind;
      }
  }
}

TEST(Topologies, DrawEachNodeInACellOfItsOwn) {
  for (const Sample& sample : samples()) {
    const Topology topology = topology_of(sample.kind, sample.shape);
    const Drawing drawing = topology.kind->draw(topology.shape, sample.nodes);
    ASSERT_EQ(drawing.nodes.size(), static_cast<std::size_t>(sample.nodes)) << sample.kind;
    std::set<std::pair<int, int>> taken;
    for (const Cell& cell : drawing.nodes) {
      EXPECT_TRUE(taken.insert({cell.column, cell.row}).second) << sample.kind;
      EXPECT_TRUE(cell.column >= 0 && cell.column < drawing.columns && cell.row >= 0 && cell.row < drawing.rows)
          << sample.kind << " " << cell.column << " " << cell.row;
    }
  }
}

TEST(Topologies, CountMessagesThatShareALink) {
  const auto line = wire(topology_of("mesh", {{"dimensions", {4}}}), 4);
  const LinkLoads loads = count(*line, {{0, 3}, {1, 3}, {3, 0}, {2, 2}});
  EXPECT_EQ(loads.collisions, 2);
  EXPECT_EQ(loads.longest_way, 3);
  const auto groups = wire(topology_of("dragonfly", {{"groups", {2}},
                                                     {"chassis_per_group", {1}},
                                                     {"routers_per_chassis", {2}},
                                                     {"nodes_per_router", {2}},
                                                     {"parallel", {1, 1, 1}}}),
                           8);
  EXPECT_EQ(count(*groups, {{0, 4}, {1, 5}, {2, 6}, {3, 7}}).collisions, 4) << "all by the one optical cable";
  EXPECT_EQ(count(*groups, {{0, 1}, {2, 3}, {4, 5}, {6, 7}}).collisions, 1);
}

} // namespace
} // namespace daruma::topology
