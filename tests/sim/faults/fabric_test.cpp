// A machine's cables, switches and names, by hand.
#include "tests/sim/faults/machines.hpp"

#include <gmock/gmock.h>

namespace daruma::faults {
namespace {

using models::faults::Holder;
using models::faults::Way;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string text(const Way& way) {
  std::string all = std::to_string(way.from);
  for (const auto& hop : way.hops)
    all += " " + std::to_string(hop.port_in) + "[" + std::to_string(hop.network_switch) + "]" +
           std::to_string(hop.port_out);
  return all + " " + std::to_string(way.to);
}

TEST(Fabric, OfAFlatClusterIsOneSwitchWithAPortForEachNode) {
  const Fabric fabric(flat(4));
  EXPECT_EQ(fabric.switches(), 1);
  EXPECT_EQ(fabric.ports(0), 4);
  EXPECT_EQ(text(fabric.way(1, 3)), "1 1[0]3 3");
  EXPECT_EQ(fabric.other_end(0, 2).number, 2);
}

TEST(Fabric, OfATreeNumbersItsSwitchesUpwards) {
  const Fabric fabric(two_levels(2, 3, 2));
  EXPECT_EQ(fabric.switches(), 4) << "two leaves and two spines";
  EXPECT_EQ(fabric.ports(0), 5);
  EXPECT_EQ(fabric.ports(2), 2);
  EXPECT_EQ(text(fabric.way(0, 2)), "0 0[0]2 2");
  EXPECT_EQ(text(fabric.way(0, 4)), "0 0[0]3 0[2]1 3[1]1 4");
  EXPECT_EQ(text(fabric.way(4, 1)), "4 1[1]4 1[3]0 4[0]1 1") << "another spine on the way back";
}

TEST(Fabric, OfATorusHasARouterAtEachNode) {
  const Fabric fabric(grid("torus", {3, 2}));
  EXPECT_EQ(fabric.switches(), 6);
  EXPECT_EQ(fabric.ports(0), 4) << "the node, both ways in x, and the one cable of a ring of two";
  EXPECT_EQ(fabric.way(0, 4).hops.size(), 3u);
  EXPECT_EQ(Fabric(grid("mesh", {3, 1})).ports(0), 2);
}

TEST(Fabric, OfADragonflyHasARouterForSomeNodes) {
  const Fabric fabric(dragonfly(3, {1, 1, 2}));
  EXPECT_EQ(fabric.switches(), 18);
  EXPECT_EQ(fabric.ports(0), 5) << "two nodes, two routers of its chassis, one of the other; group 0 is its own";
  EXPECT_EQ(fabric.ports(1), 7) << "and two cables to group 1";
  EXPECT_EQ(text(fabric.way(0, 1)), "0 0[0]1 1");
  EXPECT_EQ(text(fabric.way(0, 12)), "0 0[0]2 2[1]5 5[6]0 12") << "by the router for group 1";
}

/// Whatever the machine: what leaves by a port comes in at the other end of its cable.
TEST(Fabric, WaysFollowItsCables) {
  for (const auto& machine : {flat(5), two_levels(3, 4, 2), grid("torus", {4, 2, 3}), grid("mesh", {3, 4}),
                              grid("torus", {5}), dragonfly(3, {1, 1, 1}), dragonfly(5, {1, 2, 3})}) {
    const Fabric fabric(machine);
    for (int from = 0; from < fabric.nodes(); ++from)
      for (int to = 0; to < fabric.nodes(); ++to) {
        if (from == to) continue;
        models::faults::CableEnd here = *fabric.plugged_into(from, models::faults::Plug::nic);
        for (const auto& hop : fabric.way(from, to).hops) {
          ASSERT_EQ(here.holder, Holder::network_switch);
          ASSERT_EQ(here.number, hop.network_switch);
          ASSERT_EQ(here.port, hop.port_in);
          here = fabric.other_end(hop.network_switch, hop.port_out);
        }
        ASSERT_EQ(here.holder, Holder::node);
        ASSERT_EQ(here.number, to);
      }
  }
}

std::string complaint(const std::string& name) {
  static const Fabric fabric(two_levels(2, 3, 2));
  try {
    target(name, fabric, devices());
    return "";
  } catch (const UnknownComponent& error) { return error.what(); }
}

TEST(ComponentNames, AreThoseOfTheFaultModel) {
  const Fabric fabric(two_levels(2, 3, 2));
  for (const auto& component : all_components(fabric, devices()))
    EXPECT_EQ(std::get<FailureMode>(target(component.name(), fabric, devices())).component.name(), component.name());
  EXPECT_EQ(std::get<FailureMode>(target("node1.cpu.throttled", fabric, devices())).element->name, "throttled");
  EXPECT_EQ(std::get<FailureMode>(target("switch2.port1.state", fabric, devices())).component.name(), "switch1.port3")
      << "the same cable";
  EXPECT_EQ(std::get<FailureMode>(target("switch0.port1.cable", fabric, devices())).element->name, "cable");
  for (const char* name : {"management", "management.node3", "management.switch1"})
    EXPECT_EQ(std::get<ManagementPart>(target(name, fabric, devices())).name(), name);
}

TEST(ComponentNames, ThatAreNoneSayWhatThereIs) {
  EXPECT_THAT(complaint("node6.cpu"), HasSubstr("there are node0 to node5"));
  EXPECT_THAT(complaint("node1"), HasSubstr("a node has nic, cpu, cpu_fan, memory, temperature, disk, power_supply"));
  EXPECT_THAT(complaint("node1.gpu"), HasSubstr("a node has nic"));
  EXPECT_THAT(complaint("node1.cpu.hot"), HasSubstr("a cpu breaks as internal_error, throttled, uncorrectable"));
  EXPECT_THAT(complaint("node1.nic.link"), HasSubstr("a nic breaks as fault, power"));
  EXPECT_THAT(complaint("switch0.port5"), HasSubstr("there are port0 to port4"));
  EXPECT_THAT(complaint("switch9"), HasSubstr("there are switch0 to switch3"));
  EXPECT_THAT(complaint("rack1"), HasSubstr("names begin with node0, switch0 or management"));
  EXPECT_THAT(complaint("management.rack"), HasSubstr("cables to nodes and switches"));
  for (const char* name : {"", ".", "node", "node-1.cpu", "node1.", "node1..cpu", "node99999999999.cpu"})
    EXPECT_NE(complaint(name), "") << name;
}

} // namespace
} // namespace daruma::faults
