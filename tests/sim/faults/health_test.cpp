// What follows from a break, by hand: a fan's way to a node without power, cables, switches, processes.
#include "tests/sim/faults/machines.hpp"

#include <gmock/gmock.h>

namespace daruma::faults {
namespace {

using models::faults::CableEnd;
using models::faults::Holder;

/// Of a name, what its first sensor or the one named shows.
double reading(const Health& health, const Fabric& fabric, const std::string& name, Seconds now) {
  const auto what = std::get<FailureMode>(target(name, fabric, devices()));
  return health.reading(what.component, *what.element, now);
}

class HealthOfAFlatCluster : public testing::Test {
protected:
  void breaks(const std::string& name, Seconds at = Seconds(0)) { health.inflict(broken(name, fabric, at)); }
  bool is_broken(const std::string& name, Seconds now) const {
    return health.is_broken(std::get<FailureMode>(target(name, fabric, devices())).component, now);
  }
  bool talk(int from, int to, Seconds now) const { return health.carries(fabric.way(from, to), now); }

  const Fabric fabric{flat(4)};
  Health health{fabric, devices()};
};

TEST_F(HealthOfAFlatCluster, IsGoodWhereNothingBroke) {
  for (const auto& component : all_components(fabric, devices())) {
    EXPECT_FALSE(health.is_broken(component, Seconds(1e9)));
    for (const auto& element : component.model->elements)
      EXPECT_FALSE(element.is_fault(health.reading(component, element, Seconds(1e9)))) << component.name();
  }
  EXPECT_TRUE(talk(0, 1, Seconds(0)));
}

/// 60 degrees and 0.3 more in a second: 90 after 100 s, throttled at 100 after 133 s, off at 125 after 217 s.
TEST_F(HealthOfAFlatCluster, FollowsAFanToTheEnd) {
  breaks("node1.cpu_fan", Seconds(12));
  EXPECT_EQ(reading(health, fabric, "node1.cpu_fan", Seconds(11)), 6000);
  EXPECT_EQ(reading(health, fabric, "node1.cpu_fan", Seconds(12)), 0);
  EXPECT_DOUBLE_EQ(reading(health, fabric, "node1.temperature", Seconds(22)), 63);
  EXPECT_FALSE(is_broken("node1.temperature", Seconds(111)));
  EXPECT_TRUE(is_broken("node1.temperature", Seconds(113)));
  EXPECT_FALSE(is_broken("node1.cpu", Seconds(145)));
  EXPECT_EQ(health.speed(1, Seconds(145)), 1);
  EXPECT_TRUE(is_broken("node1.cpu", Seconds(146)));
  EXPECT_EQ(health.speed(1, Seconds(146)), 0.5);
  EXPECT_TRUE(health.is_up(1, Seconds(228)));
  EXPECT_FALSE(health.is_up(1, Seconds(229)));
  EXPECT_TRUE(health.has_standby_power(Holder::node, 1, Seconds(229)));
  EXPECT_FALSE(talk(0, 1, Seconds(229)));
  EXPECT_NEAR(reading(health, fabric, "node1.temperature", Seconds(1e6)), 125, 1e-9) << "as in the event log";
  EXPECT_EQ(health.speed(0, Seconds(229)), 1) << "another node";
}

TEST_F(HealthOfAFlatCluster, StopsWhatGoesOnWhereThePowerGoes) {
  breaks("node1.cpu_fan");
  breaks("node1.power_supply", Seconds(50));
  EXPECT_DOUBLE_EQ(reading(health, fabric, "node1.temperature", Seconds(1000)), 75);
  EXPECT_FALSE(is_broken("node1.cpu", Seconds(1000)));
  EXPECT_FALSE(is_broken("node1.temperature", Seconds(1000)));
}

TEST_F(HealthOfAFlatCluster, TellsTheLinkFromBothEnds) {
  breaks("switch0.port2");
  const CableEnd nic{Holder::node, 2};
  EXPECT_FALSE(health.sees_link(nic, Seconds(0)));
  EXPECT_FALSE(health.sees_link({Holder::network_switch, 0, 2}, Seconds(0)));
  EXPECT_TRUE(health.sees_link({Holder::network_switch, 0, 1}, Seconds(0)));
  EXPECT_TRUE(health.has_interface(2, Seconds(0))) << "it is not its NIC";
  EXPECT_FALSE(talk(2, 1, Seconds(0)));
  EXPECT_FALSE(talk(1, 2, Seconds(0)));
  EXPECT_TRUE(talk(1, 3, Seconds(0)));
}

TEST_F(HealthOfAFlatCluster, KeepsTheLinkOfAKernelThatHangs) {
  breaks("node2.disk");
  EXPECT_TRUE(health.is_up(2, Seconds(179)));
  EXPECT_FALSE(health.is_up(2, Seconds(180)));
  EXPECT_TRUE(health.sees_link({Holder::network_switch, 0, 2}, Seconds(180)));
}

TEST_F(HealthOfAFlatCluster, LetsAKernelLiveThatLostItsProcesses) {
  breaks("node2.memory");
  EXPECT_FALSE(health.has_processes(2, Seconds(0)));
  EXPECT_TRUE(talk(0, 2, Seconds(0)));
}

TEST_F(HealthOfAFlatCluster, ADarkSwitchTakesAllLinks) {
  breaks("switch0", Seconds(5));
  EXPECT_TRUE(talk(0, 1, Seconds(4)));
  EXPECT_FALSE(talk(0, 1, Seconds(5)));
  EXPECT_FALSE(health.sees_link({Holder::node, 3}, Seconds(5)));
  EXPECT_FALSE(health.has_standby_power(Holder::network_switch, 0, Seconds(5)));
  EXPECT_TRUE(health.is_up(3, Seconds(5)));
}

TEST_F(HealthOfAFlatCluster, BreaksADeviceOnceInEachWay) {
  breaks("node1.cpu.throttled", Seconds(9));
  breaks("node1.cpu.throttled", Seconds(10));
  EXPECT_EQ(health.steps().size(), 1u);
}

} // namespace
} // namespace daruma::faults
