// How long computations take on nodes with fewer cores than those who compute, some of whom die.
#include "sim/run/simulated/dedicated_nodes.hpp"

#include "platforms/build.hpp"
#include "sim/run/simulated/clock.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <simgrid/s4u/Actor.hpp>

#include <map>

namespace daruma::run {
namespace {

namespace sg4 = simgrid::s4u;

/// Three on each of three nodes of two cores, one second's work each: on all of them from 0, 0.1 and 0.2 s on.
TEST(DedicatedNodes, ShareTheirCoresOutAmongThoseWhoCompute) {
  int no_arguments = 0;
  sg4::Engine engine(&no_arguments, nullptr);
  platforms::configure_network();
  scenario::Machine machine;
  machine.nodes = 3;
  machine.cores = 2;
  machine.core_speed = FlopsPerSecond(1e9);
  const auto platform = platforms::build(machine);
  DedicatedNodes nodes(machine);
  std::map<std::pair<int, int>, double> ends_ms;
  std::map<std::pair<int, int>, sg4::ActorPtr> actors;
  for (int node = 0; node < 3; ++node)
    for (int i = 0; i < 3; ++i)
      actors[{node, i}] =
          sg4::Actor::init("actor", platform.nodes[static_cast<std::size_t>(node)])->start([&nodes, &ends_ms, node, i] {
            sg4::this_actor::sleep_for(0.1 * i);
            nodes.compute(node, {0, 3 * node + i}, Flops(1e9));
            ends_ms[{node, i}] = std::round(now().count() * 1e6) / 1e3;
          });
  at(Seconds(0.5), [&] { actors[{1, 2}]->kill(); });
  at(Seconds(0.8), [&] { nodes.slow_down(2, 0.5); });
  engine.run();

  const std::map<std::pair<int, int>, double> expected{
      {{0, 0}, 1400},                 // 0.2 s alone, then two thirds of a core
      {{0, 1}, 1500},                 // by 1.4 s it has had 0.1 + 1.2 * 2/3
      {{0, 2}, 1600}, {{1, 0}, 1100}, // by 0.5 s it has had 0.4
      {{1, 1}, 1200}, {{2, 0}, 2000}, // by 0.8 s it has had 0.6, and goes on at a third of the speed
      {{2, 1}, 2200},                 // then at half of it
      {{2, 2}, 2400}};
  EXPECT_EQ(ends_ms, expected);
}

/// On two cores, one second's work each; what process 1 computes takes thrice as long from 0.4 s to 1 s.
TEST(DedicatedNodes, ASlowProcessSlowsNobodyElseWhereThereAreCores) {
  int no_arguments = 0;
  sg4::Engine engine(&no_arguments, nullptr);
  platforms::configure_network();
  scenario::Machine machine;
  machine.cores = 2;
  const auto platform = platforms::build(machine);
  DedicatedNodes nodes(machine);
  std::map<int, double> ends_ms;
  for (int process = 0; process < 2; ++process)
    sg4::Actor::init("actor", platform.nodes[0])->start([&nodes, &ends_ms, process] {
      nodes.compute(0, {0, process}, Flops(1e9));
      ends_ms[process] = std::round(now().count() * 1e6) / 1e3;
    });
  at(Seconds(0.4), [&] { nodes.slow_down(0, {0, 1}, 3); });
  at(Seconds(1), [&] { nodes.slow_down(0, {0, 1}, 1); });
  engine.run();
  EXPECT_EQ(ends_ms, (std::map<int, double>{{0, 1000}, {1, 1400}})) << "by 1 s it has had 0.4 + 0.6 / 3";
}

} // namespace
} // namespace daruma::run
