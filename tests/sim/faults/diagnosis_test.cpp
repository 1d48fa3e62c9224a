// What a campaign comes to, on machines small enough to count by hand.
#include "sim/faults/diagnosis.hpp"
#include "tests/sim/faults/machines.hpp"

#include <gmock/gmock.h>

#include <set>

namespace daruma::faults {
namespace {

using testing::IsEmpty;

constexpr std::size_t every_pair = 1'000'000;

std::string text(const Case& one) {
  std::string names;
  for (const Break& broken : one.breaks) names += broken.what.component.name() + "." + broken.what.element->name + " ";
  return names;
}

TEST(Cases, AreAllCombinationsOnce) {
  const Fabric fabric(flat(2));
  auto failure_modes = all_failure_modes(fabric, devices());
  failure_modes.resize(7);
  for (const auto& [faults, count] : {std::pair(1, 7), {2, 21}, {3, 35}, {7, 1}}) {
    const Cases cases(failure_modes, faults, std::nullopt, {});
    ASSERT_EQ(cases.count(), count);
    std::set<std::string> different;
    for (int number = 0; number < count; ++number) different.insert(text(cases.at(number)));
    EXPECT_EQ(different.size(), static_cast<std::size_t>(count));
  }
  EXPECT_EQ(Cases(failure_modes, 8, std::nullopt, {}).count(), 0);
}

TEST(Cases, OfASampleDependOnTheSeedAndTheirNumberOnly) {
  const Fabric fabric(flat(4));
  const auto failure_modes = all_failure_modes(fabric, devices());
  const Cases cases(failure_modes, 2, CaseSample{100, 7}, {});
  EXPECT_EQ(cases.count(), 100);
  EXPECT_EQ(text(cases.at(42)), text(Cases(failure_modes, 2, CaseSample{50, 7}, {}).at(42)));
  EXPECT_NE(text(cases.at(42)), text(cases.at(43)));
}

Diagnosis of(const Fabric& fabric, int faults, const std::vector<ManagementPart>& cut, int threads = 1,
             double crossings_at_once = 1e8) {
  Progress progress;
  const Campaign campaign(fabric, devices(), {}, every_pair);
  return diagnose(campaign, Cases(all_failure_modes(fabric, devices()), faults, std::nullopt, cut), threads, progress,
                  crossings_at_once);
}

/// Node 0 and node 1 at one switch: who asks is one of them, and what has no power asks nobody.
TEST(Diagnosis, OfTwoNodesCanBeCountedByHand) {
  const Diagnosis sums = of(Fabric(flat(2)), 1, {});
  EXPECT_EQ(sums.cases, 2 * 12 + 2 + 2 * 3);
  EXPECT_EQ(sums.unseen, 2) << "throttled CPUs";
  EXPECT_EQ(sums.ways.at("cpu_fan.speed").detections, 2 * 2) << "the other node, which connects or sends";
  EXPECT_EQ(sums.ways.at("switch.power").detections, 2 * 2) << "both";
  EXPECT_EQ(sums.ways.at("switch.power").exact, 2 * 2);
  EXPECT_EQ((sums.confusion.at({"disk", "disk"})), 2 * 2 * 2);
  EXPECT_EQ((sums.confusion.at({"power_supply", "power_supply"})), 2 * 2 * 2) << "with and without standby power";
  EXPECT_EQ(sums.precision(), 1);
  EXPECT_EQ(sums.recall(), 1);
  EXPECT_EQ(sums.exact, sums.detections);
}

TEST(Diagnosis, WithoutManagementNetworkKnowsOnlyWhatIsAtHand) {
  const Diagnosis sums = of(Fabric(flat(3)), 1, {{}});
  EXPECT_EQ(sums.precision(), 1);
  EXPECT_EQ(sums.sound, 0);
  for (const auto& [pair, times] : sums.confusion)
    EXPECT_TRUE(pair.second == "nothing" || pair == std::pair(std::string("nic"), std::string("nic"))) << pair.first;
}

TEST(Diagnosis, OfTwoFaultsCountsThoseBetweenTheTwoEnds) {
  const Diagnosis sums = of(Fabric(flat(3)), 2, {});
  EXPECT_EQ(sums.sound, 0);
  EXPECT_GT(sums.exact, sums.detections / 2);
  EXPECT_LT(sums.broken, 2 * sums.detections);
  EXPECT_GT(sums.ways.at("nic.fault").hidden, 0) << "by a power supply without input, or the asker's own NIC";
  EXPECT_LE(sums.right + sums.hidden, sums.broken);
  EXPECT_THAT(sums.by_evidence, IsEmpty()) << "of single faults only";
}

TEST(Diagnosis, IsTheSameWithAnyNumberOfThreads) {
  const Fabric fabric(flat(4));
  const Diagnosis one = of(fabric, 1, {}, 1);
  const Diagnosis three = of(fabric, 1, {}, 3);
  EXPECT_EQ(one.detections, three.detections);
  EXPECT_EQ(one.confusion, three.confusion);
  EXPECT_EQ(one.name_s.median(), three.name_s.median());
}

TEST(Diagnosis, IsTheSameHoweverFewPairsAreKnownAtOnce) {
  for (const int faults : {1, 2}) {
    const Fabric fabric(faults == 1 ? grid("torus", {3, 3}) : flat(3));
    const Diagnosis all = of(fabric, faults, {});
    const Diagnosis few = of(fabric, faults, {}, 2, 20);
    EXPECT_EQ(all.cases, few.cases);
    EXPECT_EQ(all.detections, few.detections);
    EXPECT_EQ(all.confusion, few.confusion);
  }
}

TEST(Diagnosis, EndsWhenItIsTold) {
  const Fabric fabric(flat(2));
  Progress progress;
  progress.stop = true;
  const Campaign campaign(fabric, devices(), {}, every_pair);
  const Diagnosis sums =
      diagnose(campaign, Cases(all_failure_modes(fabric, devices()), 1, std::nullopt, {}), 1, progress);
  EXPECT_TRUE(sums.partial);
  EXPECT_THAT(sums.ways, IsEmpty());
}

} // namespace
} // namespace daruma::faults
