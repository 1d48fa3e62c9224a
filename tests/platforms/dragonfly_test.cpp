// Routes of a dragonfly: by hand, and link by link against SimGrid's own zone.
#include "platforms/topology/topology.hpp"
#include "sim/core/temporary_folder.hpp"
#include "tests/platforms/named_route.hpp"

#include <gmock/gmock.h>
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>

#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace daruma::topology {
namespace {

namespace s4u = simgrid::s4u;
using testing::ElementsAre;

struct Sizes {
  int groups;
  int chassis; ///< of a group
  int routers; ///< of a chassis
  int nodes;   ///< of a router
  int green;   ///< cables between two routers of a chassis
  int black;   ///< between the same places of two chassis of a group
  int blue;    ///< between two groups
};

std::unique_ptr<const Wiring> wired(const Sizes& sizes, int nodes) {
  return wire(topology_of("dragonfly", {{"groups", {sizes.groups}},
                                        {"chassis_per_group", {sizes.chassis}},
                                        {"routers_per_chassis", {sizes.routers}},
                                        {"nodes_per_router", {sizes.nodes}},
                                        {"parallel", {sizes.green, sizes.black, sizes.blue}}}),
              nodes);
}

TEST(Dragonfly, TakesAtMostTwoLinksInEachGroupAndOneBetween) {
  const auto wiring = wired({4, 2, 4, 2, 1, 1, 1}, 64);
  const Wiring& net = *wiring;
  EXPECT_THAT(named_route(net, 0, 1), ElementsAre("0>s1.0", "s1.0>1")) << "one router";
  EXPECT_THAT(named_route(net, 0, 6), ElementsAre("0>s1.0", "s1.0>s1.3", "s1.3>6")) << "one chassis";
  EXPECT_THAT(named_route(net, 0, 8), ElementsAre("0>s1.0", "s1.0>s1.4", "s1.4>8")) << "the same place of the next";
  EXPECT_THAT(named_route(net, 0, 14), ElementsAre("0>s1.0", "s1.0>s1.3", "s1.3>s1.7", "s1.7>14"));
  EXPECT_THAT(named_route(net, 15, 63),
              ElementsAre("15>s1.7", "s1.7>s1.3", "s1.3>s1.24", "s1.24>s1.27", "s1.27>s1.31", "s1.31>63"))
      << "group 3's cables are at router 3, those of group 0 at router 0";
}

TEST(Dragonfly, SpreadsDestinationsOverParallelCables) {
  const auto wiring = wired({2, 2, 2, 4, 1, 3, 2}, 32);
  const Wiring& net = *wiring;
  EXPECT_EQ(named_route(net, 0, 8)[1], "s1.0>s1.2#2");
  EXPECT_EQ(named_route(net, 0, 9)[1], "s1.0>s1.2");
  EXPECT_EQ(named_route(net, 0, 16)[2], "s1.1>s1.4");
  EXPECT_EQ(named_route(net, 0, 17)[2], "s1.1>s1.4#1");
}

TEST(Dragonfly, MayHaveMoreGroupsThanAChassisHasRouters) {
  const auto wiring = wired({4, 2, 2, 1, 1, 1, 1}, 16);
  const Wiring& net = *wiring;
  EXPECT_THAT(named_route(net, 0, 12), ElementsAre("0>s1.0", "s1.0>s1.1", "s1.1>s1.3", "s1.3>s1.12", "s1.12>12"));
}

TEST(Dragonfly, BuildsOnlyGroupsWithNodes) {
  std::set<std::string> names;
  const auto wiring = wired({15, 6, 16, 4, 1, 3, 2}, 400);
  const Wiring& net = *wiring;
  for (LinkSlot slot = 0; slot < net.link_slots(); ++slot) names.insert(net.link_name(slot));
  names.erase("");
  EXPECT_EQ(names.size(), 2 * (400 + 2 * (6 * 120 + 16 * 15 * 3) + 2)) << "two groups";
}

/// SimGrid's zone of the same sizes, each cable a link with a direction.
class SimGridZone {
public:
  explicit SimGridZone(const Sizes& sizes) : engine_(&argument_count_, nullptr) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "dragonfly.xml").string();
    const int nodes = sizes.groups * sizes.chassis * sizes.routers * sizes.nodes;
    const auto text = [](int number) { return std::to_string(number); };
    std::ofstream(file) << R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="net" prefix="n" suffix="" speed="1Gf" bw="1GBps" lat="1s" sharing_policy="SPLITDUPLEX"
    topology="DRAGONFLY" radical="0-)"
                        << nodes - 1 << R"(" topo_parameters=")"
                        << text(sizes.groups) + ",1;" + text(sizes.chassis) + ",1;" + text(sizes.routers) + ",1;" +
                               text(sizes.nodes)
                        << R"("/>
</platform>
)";
    engine_.load_platform(file);
  }

  /// Names of the links, and the sum of their latencies of a second each.
  std::vector<std::string> route(int from, int to, double& latency) const {
    std::vector<s4u::Link*> links;
    latency = 0;
    host(from)->route_to(host(to), links, &latency);
    std::vector<std::string> names;
    for (const s4u::Link* link : links) names.push_back(link->get_name());
    return names;
  }

private:
  s4u::Host* host(int node) const { return engine_.host_by_name("n" + std::to_string(node)); }

  int argument_count_ = 0;
  s4u::Engine engine_;
};

/// Whether SimGrid 3.32 loses its way: within a group it goes on from the first chassis once it has changed routers.
bool is_lost(const Sizes& sizes, int from, int to) {
  const int one = from / sizes.nodes;
  const int other = to / sizes.nodes;
  const int of_group = sizes.chassis * sizes.routers;
  return one / of_group == other / of_group && one % sizes.routers != other % sizes.routers &&
         one / sizes.routers % sizes.chassis != 0;
}

/// Each of SimGrid's links is one of ours, and every route takes the same ones in the same order: then messages
/// meet on the same links.
void expect_simgrids_routes(const Sizes& sizes) {
  const SimGridZone simgrid(sizes);
  const int nodes = sizes.groups * sizes.chassis * sizes.routers * sizes.nodes;
  const auto wiring = wired(sizes, nodes);
  const Wiring& ours = *wiring;
  std::map<std::string, std::string> partner;
  std::map<std::string, std::string> back;
  int compared = 0;
  for (int from = 0; from < nodes; ++from)
    for (int to = 0; to < nodes; ++to) {
      if (from == to || is_lost(sizes, from, to)) continue;
      double latency = 0;
      const auto theirs = simgrid.route(from, to, latency);
      const auto links = named_route(ours, from, to);
      ASSERT_EQ(links.size(), theirs.size()) << from << " to " << to;
      ASSERT_EQ(latency, static_cast<double>(links.size()));
      for (std::size_t i = 0; i < links.size(); ++i) {
        ASSERT_EQ(partner.try_emplace(theirs[i], links[i]).first->second, links[i]) << from << " to " << to;
        ASSERT_EQ(back.try_emplace(links[i], theirs[i]).first->second, theirs[i]) << from << " to " << to;
      }
      ++compared;
    }
  EXPECT_GT(compared, nodes * nodes / 2);
}

class DragonflyOfSimGrid : public testing::Test {
protected:
  void SetUp() override {
    if (SIMGRID_VERSION_MAJOR > 3) GTEST_SKIP() << "SimGrid 4.0 crashes when it loads a dragonfly from a file";
  }
};

TEST_F(DragonflyOfSimGrid, HasTheSameRoutesWithOneChassis) { expect_simgrids_routes({4, 1, 5, 2, 1, 1, 1}); }
TEST_F(DragonflyOfSimGrid, HasTheSameRoutesWithThreeChassis) { expect_simgrids_routes({4, 3, 4, 2, 1, 1, 1}); }
TEST_F(DragonflyOfSimGrid, HasTheSameRoutesWithOneRouterAGroup) { expect_simgrids_routes({1, 1, 1, 3, 1, 1, 1}); }

/// Why those are left out above: SimGrid's route is one that no message can take.
TEST_F(DragonflyOfSimGrid, LosesItsWayInOtherChassisThanTheFirst) {
  const SimGridZone simgrid({2, 2, 3, 1, 1, 1, 1});
  double latency = 0;
  EXPECT_EQ(simgrid.route(3, 4, latency).size(), 4u) << "two routers of one chassis are joined: 3 links";
}

} // namespace
} // namespace daruma::topology
