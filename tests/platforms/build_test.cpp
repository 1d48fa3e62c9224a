// What transfers cost on built machines, in simulated seconds, compared with sums done by hand.
#include "platforms/build.hpp"

#include <gmock/gmock.h>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace daruma::platforms {
namespace {

namespace s4u = simgrid::s4u;
using scenario::Machine;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;

constexpr double nanosecond = 1e-9; ///< SimGrid's own resolution of time
constexpr std::uint64_t gigabyte = 1'000'000'000;

Machine machine_of(const std::string& kind, std::vector<int> dimensions, int nodes) {
  Machine machine;
  machine.name = "test";
  machine.nodes = nodes;
  machine.cores = 4;
  machine.core_speed = FlopsPerSecond(1e9);
  machine.link = {BytesPerSecond(1e9), Seconds(1e-6)};
  machine.loopback = {BytesPerSecond(1e9), Seconds(5e-6)};
  machine.file_system = BytesPerSecond(2e9);
  machine.topology = topology::topology_of(kind);
  if (!dimensions.empty()) machine.topology.shape["dimensions"] = std::move(dimensions);
  return machine;
}

/// One simulation: build the machine, start things, run, and look at when they ended.
class World {
public:
  explicit World(const Machine& machine) : engine_(&argument_count_, nullptr), platform_(build_configured(machine)) {}

  /// Starts an actor on the node; its end time is reported by ended().
  s4u::ActorPtr start(int node, const std::function<void()>& body) {
    const std::size_t index = ended_.size();
    ended_.push_back(-1);
    auto actor = s4u::Actor::init("actor-" + std::to_string(index), platform_.nodes[node]);
    return actor->start([this, index, body] {
      body();
      ended_[index] = s4u::Engine::get_clock();
    });
  }

  void start_transfer(int from, int to, std::uint64_t bytes) {
    start(from, [this, from, to, bytes] { s4u::Comm::sendto(platform_.nodes[from], platform_.nodes[to], bytes); });
  }

  const std::vector<double>& run() {
    engine_.run();
    return ended_;
  }

  /// By an actor on the node.
  void write(int node, std::uint64_t bytes) const {
    s4u::Comm::sendto(platform_.nodes[node], platform_.file_server, bytes);
  }
  void read(int node, std::uint64_t bytes) const {
    s4u::Comm::sendto(platform_.file_server, platform_.nodes[node], bytes);
  }
  const std::vector<s4u::Host*>& nodes() const { return platform_.nodes; }

private:
  static Platform build_configured(const Machine& machine) {
    configure_network();
    return build(machine);
  }

  int argument_count_ = 0;
  s4u::Engine engine_;
  Platform platform_;
  std::vector<double> ended_;
};

TEST(Build, OneTransferCostsLatencyPlusSizeOverBandwidth) {
  World world(machine_of("mesh", {4}, 4));
  world.start_transfer(0, 1, gigabyte);
  EXPECT_THAT(world.run(), ElementsAre(DoubleNear(1 + 1e-6, nanosecond)));
}

TEST(Build, EveryHopAddsLinkLatencyAndRouterDelay) {
  Machine machine = machine_of("mesh", {4, 4}, 16);
  machine.topology.router_delay = Seconds(1e-7);
  World world(machine);
  world.start_transfer(0, 15, gigabyte);
  EXPECT_THAT(world.run(), ElementsAre(DoubleNear(1 + 6 * 1.1e-6, nanosecond)));
}

/// The K computer sends four ways at once in 1.7 times the time of one way (the spare-node paper, section 5.2).
TEST(Build, FourDirectionsAtOnceCostWhatTheInjectionLimitSays) {
  Machine machine = machine_of("mesh", {3, 3}, 9);
  machine.injection = machine.link.bandwidth * (4 / 1.7);
  World world(machine);
  for (int to : {1, 3, 5, 7}) world.start_transfer(4, to, gigabyte);
  for (double end : world.run()) EXPECT_NEAR(end, 1.7, 1e-5);
}

TEST(Build, OneDirectionIsNotHeldBackByTheInjectionLimit) {
  Machine machine = machine_of("mesh", {3, 3}, 9);
  machine.injection = machine.link.bandwidth * (4 / 1.7);
  World world(machine);
  world.start_transfer(4, 1, gigabyte);
  EXPECT_THAT(world.run(), ElementsAre(DoubleNear(1 + 1e-6, nanosecond)));
}

TEST(Build, FiveMessagesOnOneLinkTakeFiveTimesAsLongWhateverTheirDistance) {
  World world(machine_of("mesh", {7}, 7));
  for (int from = 0; from < 5; ++from) world.start_transfer(from, 6, gigabyte); // all cross the link 5>6
  const std::vector<double> ends = world.run();
  for (int from = 0; from < 5; ++from) EXPECT_NEAR(ends[from], 5, 1e-5) << "from node " << from;
  const double last = *std::max_element(ends.begin(), ends.end());
  EXPECT_NEAR(last, 5 + 2e-6, nanosecond) << "the link is busy from the nearest message's arrival on";
}

TEST(Build, OppositeDirectionsDoNotDisturbEachOther) {
  World world(machine_of("torus", {4}, 4));
  world.start_transfer(0, 1, gigabyte);
  world.start_transfer(1, 0, gigabyte);
  EXPECT_THAT(world.run(), Each(DoubleNear(1 + 1e-6, nanosecond)));
}

TEST(Build, ATorusOfTwoIsFullDuplex) {
  World world(machine_of("torus", {2}, 2));
  world.start_transfer(0, 1, gigabyte);
  world.start_transfer(1, 0, gigabyte);
  EXPECT_THAT(world.run(), Each(DoubleNear(1 + 1e-6, nanosecond)));
}

TEST(Build, AFlatClusterLimitsOnlyTheNodesOwnCables) {
  World world(machine_of("flat", {}, 4));
  world.start_transfer(0, 1, gigabyte);
  world.start_transfer(1, 2, gigabyte);
  world.start_transfer(2, 3, gigabyte);
  world.start_transfer(3, 0, gigabyte);
  EXPECT_THAT(world.run(), Each(DoubleNear(1 + 2e-6, nanosecond)));
}

TEST(Build, FiveTransfersOverOneCableOfADragonflyTakeFiveTimesAsLong) {
  Machine machine = machine_of("dragonfly", {}, 36);
  machine.topology.shape = {{"groups", {3}},
                            {"chassis_per_group", {2}},
                            {"routers_per_chassis", {3}},
                            {"nodes_per_router", {2}},
                            {"parallel", {1, 1, 1}}};
  World world(machine);
  // From each router but one of group 0 to one each of group 1: the optical cable alone is shared by all.
  for (int i = 0; i < 5; ++i) world.start_transfer(2 * i, 12 + 2 * i, gigabyte);
  world.start_transfer(24, 11, gigabyte); // from group 2, by another cable
  const auto shared = DoubleNear(5, 1e-5);
  EXPECT_THAT(world.run(), ElementsAre(shared, shared, shared, shared, shared, DoubleNear(1, 1e-5)));
}

TEST(Build, AFatTreeMayBeLargerThanTheMachine) {
  Machine machine = machine_of("fat-tree", {}, 30);
  machine.topology.shape = {{"down", {24, 57}}, {"up", {1, 24}}, {"parallel", {1, 1}}};
  World world(machine);
  world.start_transfer(0, 23, gigabyte);
  world.start_transfer(1, 29, gigabyte);
  EXPECT_THAT(world.run(), ElementsAre(DoubleNear(1 + 2e-6, nanosecond), DoubleNear(1 + 4e-6, nanosecond)));
}

TEST(Build, ProcessesOfANodeShareItsLoopbackAndNoOtherNodes) {
  World world(machine_of("flat", {}, 2));
  for (int i = 0; i < 4; ++i) world.start_transfer(0, 0, gigabyte);
  world.start_transfer(1, 1, gigabyte);
  EXPECT_THAT(world.run(), ElementsAre(DoubleNear(4 + 5e-6, nanosecond), DoubleNear(4 + 5e-6, nanosecond),
                                       DoubleNear(4 + 5e-6, nanosecond), DoubleNear(4 + 5e-6, nanosecond),
                                       DoubleNear(1 + 5e-6, nanosecond)));
}

TEST(Build, LinksWithoutLatencyShareAsEquallyAsOthers) {
  Machine machine = machine_of("flat", {}, 3);
  machine.link.latency = Seconds(0);
  World world(machine);
  world.start_transfer(0, 2, gigabyte);
  world.start_transfer(1, 2, gigabyte);
  EXPECT_THAT(world.run(), Each(DoubleNear(2, nanosecond)));
}

TEST(Build, NodesHaveTheirCores) {
  World world(machine_of("flat", {}, 2));
  for (int i = 0; i < 4; ++i) world.start(0, [] { s4u::this_actor::execute(1e9); });
  EXPECT_THAT(world.run(), Each(DoubleNear(1, nanosecond)));
  EXPECT_EQ(world.nodes()[1]->get_name(), "node-1");
}

TEST(Build, AMachineMayBeNamedAsItsNodesAre) {
  Machine machine = machine_of("flat", {}, 1);
  machine.name = "node-0";
  World world(machine);
  world.start_transfer(0, 0, gigabyte);
  EXPECT_THAT(world.run(), ElementsAre(DoubleNear(1 + 5e-6, nanosecond)));
}

TEST(FileSystem, IsSharedByTheWholeMachine) {
  World world(machine_of("mesh", {8}, 8));
  for (int node = 0; node < 8; ++node) {
    world.start(node, [&world, node] { node % 2 == 0 ? world.write(node, gigabyte) : world.read(node, gigabyte); });
  }
  EXPECT_THAT(world.run(), Each(DoubleNear(8e9 / 2e9 + 1e-6, nanosecond)));
}

TEST(FileSystem, ReachesANodeNoFasterThanItsLink) {
  World world(machine_of("mesh", {8}, 8));
  for (int i = 0; i < 4; ++i) world.start(3, [&world] { world.write(3, gigabyte); });
  EXPECT_THAT(world.run(), Each(DoubleNear(4e9 / 1e9 + 1e-6, nanosecond)));
}

TEST(FileSystem, TakesItsLatencyForEachAccess) {
  Machine machine = machine_of("flat", {}, 4);
  machine.file_system_latency = Seconds(2e-3);
  World world(machine);
  world.start(0, [&world] { world.write(0, gigabyte); });
  world.start(1, [&world] { world.read(1, 0); });
  EXPECT_THAT(world.run(), ElementsAre(DoubleNear(1 + 1e-6 + 2e-3, nanosecond), DoubleNear(1e-6 + 2e-3, nanosecond)));
}

TEST(FileSystem, AKilledWriterFreesItsShare) {
  World world(machine_of("mesh", {4}, 4)); // 2 GB/s between four: 0.5 GB/s each
  for (int node = 0; node < 3; ++node) world.start(node, [&world, node] { world.write(node, gigabyte); });
  s4u::ActorPtr victim = world.start(3, [&world] { world.write(3, gigabyte); });
  world.start(0, [victim] {
    s4u::this_actor::sleep_until(1);
    victim->kill();
  });
  // Half of each file is written by 1 s; the other half goes at 2/3 GB/s.
  const auto end = DoubleNear(1 + 0.5e9 / (2e9 / 3), 2e-6);
  EXPECT_THAT(world.run(), ElementsAre(end, end, end, -1, 1));
}

} // namespace
} // namespace daruma::platforms
