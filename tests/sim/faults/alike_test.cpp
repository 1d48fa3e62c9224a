// Which single faults nobody can tell apart, on machines small enough to know why.
#include "sim/faults/diagnosis.hpp"
#include "tests/sim/faults/machines.hpp"

#include <gmock/gmock.h>

namespace daruma::faults {
namespace {

using models::faults::Holder;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;

std::vector<AlikeFaults> alike_on(const scenario::Machine& machine, const std::vector<ManagementPart>& cut,
                                  int threads = 1) {
  const Fabric fabric(machine);
  const Campaign campaign(fabric, devices(), {}, 1'000'000);
  Progress progress;
  const Cases cases(all_failure_modes(fabric, devices()), 1, std::nullopt, cut);
  return alike_faults(diagnose(campaign, cases, threads, progress).by_evidence);
}

/// A switch that is dark says no more whether it was for its power or for its fan.
TEST(Alike, AreOnlyTheWaysOfASwitchWhereAllIsAsked) {
  for (const auto& machine : {flat(3), two_levels(2, 3, 2), grid("torus", {3, 3}), dragonfly(2, {1, 1, 1})}) {
    const auto groups = alike_on(machine, {});
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_TRUE(groups[0].is_one_part);
    EXPECT_EQ(groups[0].times, Fabric(machine).switches());
    EXPECT_THAT(groups[0].ways, ElementsAre("switch.fan", "switch.power"));
    EXPECT_THAT(groups[0].further, ElementsAre("snmp 1.3.6.1.2.1.99.1.1.1.5.1", "snmp 1.3.6.1.2.1.99.1.1.1.5.2"));
  }
}

/// Who has a link and is silent hangs; who has none is off; who resets connections lives.
TEST(Alike, AreTheFaultsOfANodeWhoseControllerCannotBeAskedAsFarAsItsLinksAndItsKernelDoNotTell) {
  const auto groups = alike_on(flat(3), {{Holder::node, 1}});
  ASSERT_EQ(groups.size(), 4u);
  EXPECT_THAT(groups[0].ways, ElementsAre("cpu.internal_error", "disk.controller", "disk.device"));
  EXPECT_THAT(groups[0].further, ElementsAre("ipmi CPU Status", "ipmi Drive", "ipmi Drive Controller"));
  EXPECT_THAT(groups[1].ways, ElementsAre("cpu.uncorrectable", "memory.uncorrectable"));
  EXPECT_THAT(groups[2].ways,
              ElementsAre("cpu_fan.speed", "power_supply.failure", "power_supply.input_lost", "temperature.degrees"));
  EXPECT_THAT(groups[2].further, Contains("ipmi PSU"));
  for (int group = 0; group < 3; ++group) {
    EXPECT_FALSE(groups[static_cast<std::size_t>(group)].is_one_part);
    EXPECT_EQ(groups[static_cast<std::size_t>(group)].times, 1);
  }
  EXPECT_TRUE(groups[3].is_one_part);
}

AlikeFaults cables_without_management(int leaves) {
  for (const AlikeFaults& group : alike_on(two_levels(leaves, 3, 2), {{}}))
    if (!group.is_one_part && group.ways.front() == "port.cable") return group;
  return {};
}

/// Three leaves have six cables to two spines. Where there are but two leaves, a spine's traffic needs both its cables.
TEST(Alike, AreBothEndsOfACableThatNobodyCanAsk) {
  const AlikeFaults of_three = cables_without_management(3);
  EXPECT_EQ(of_three.times, 3 * 2);
  EXPECT_THAT(of_three.ways, ElementsAre("port.cable", "port.cable", "port.hardware", "port.hardware", "port.state"));
  const AlikeFaults of_two = cables_without_management(2);
  EXPECT_EQ(of_two.times, 2);
  EXPECT_THAT(of_two.ways, AllOf(SizeIs(2 * 5 + 2), Contains("switch.fan"), Contains("switch.power")));
}

TEST(Alike, AreTheSameWithAnyNumberOfThreads) {
  const auto one = alike_on(two_levels(2, 3, 2), {{}}, 1);
  const auto three = alike_on(two_levels(2, 3, 2), {{}}, 3);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].ways, three[i].ways);
    EXPECT_EQ(one[i].times, three[i].times);
    EXPECT_EQ(one[i].further, three[i].further);
  }
}

} // namespace
} // namespace daruma::faults
