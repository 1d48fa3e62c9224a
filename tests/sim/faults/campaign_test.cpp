// Campaigns over whole machines: what is named, and that nothing sound ever is.
#include "sim/core/threads.hpp"
#include "sim/faults/simulated_handlers.hpp"
#include "tests/sim/faults/machines.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

namespace daruma::faults {
namespace {

using models::faults::Component;
using models::faults::Holder;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t all_pairs = 1'000'000;
#ifdef __SANITIZE_ADDRESS__
constexpr int sparse = 16;
#else
constexpr int sparse = 1;
#endif

struct Tally {
  int detections = 0;
  int exact = 0;
  int most_queries = 0;         ///< of one detection
  std::set<std::string> missed; ///< what was broken and not named exactly
  std::set<std::string> wrong;
  std::set<std::string> seen; ///< what was broken, and stopped anybody's traffic

  void count(const Record& record) {
    const std::string what = record.what->breaks.front().what.component.name();
    ++detections;
    most_queries = std::max(most_queries, record.queries);
    seen.insert(what);
    if (record.is_exact)
      ++exact;
    else
      missed.insert(what);
    for (const std::string& name : record.wrong) wrong.insert(what + " taken for " + name);
  }
};

Crossings crossings_of(const Campaign& campaign, const std::vector<Case>& cases) {
  return Crossings(campaign.fabric(), broken_in(cases), campaign.most_pairs(), 2, Progress().stop);
}

Tally tally(const Campaign& campaign, const std::vector<Case>& cases, int every = sparse) {
  Tally result;
  const Crossings crossings = crossings_of(campaign, cases);
  for (std::size_t i = 0; i < cases.size(); i += static_cast<std::size_t>(every))
    campaign.run(cases[i], crossings, [&result](const Record& record) { result.count(record); });
  return result;
}

std::vector<Case> with(std::vector<Case> cases, const std::vector<ManagementPart>& cut) {
  for (Case& one : cases) one.cut = cut;
  return cases;
}

/// Every component of the machine alone, in its first way to break, at time 0.
std::vector<Case> single_faults(const Fabric& fabric, const models::faults::FaultTree& tree) {
  std::vector<Case> cases;
  for (const models::faults::Component& component : all_components(fabric, tree))
    cases.push_back({{{{component, &component.model->elements.front()}, Seconds(0)}}});
  return cases;
}

class SixtyFourNodes : public testing::Test {
protected:
  const Fabric fabric{two_levels(4, 16, 4)};
  const Campaign campaign{fabric, devices(), {}, all_pairs};
  const Campaign few{fabric, devices(), {}, 3};
};

TEST_F(SixtyFourNodes, NameEveryComponentThatAloneIsBroken) {
  const auto cases = single_faults(fabric, devices());
  EXPECT_EQ(cases.size(), 64u * 7 + 8 + 4 * 20 + 4 * 4);
  const Tally result = tally(campaign, cases);
  EXPECT_GE(result.exact, result.detections * 0.99);
  EXPECT_THAT(result.missed, IsEmpty());
  EXPECT_THAT(result.wrong, IsEmpty());
  if (sparse == 1) { EXPECT_EQ(result.seen.size(), cases.size()) << "each stops somebody's traffic"; }
}

TEST_F(SixtyFourNodes, NameNothingSoundWithoutManagementNetwork) {
  const auto cases = with(single_faults(fabric, devices()), {{}});
  const Tally result = tally(campaign, cases);
  EXPECT_GT(result.detections, 100);
  EXPECT_THAT(result.wrong, IsEmpty());
  for (const std::string& name : result.missed) EXPECT_EQ(result.seen.count(name), 1u);
}

/// Cables to a leaf's nodes, to all leaves, to a spine, to every second node.
TEST_F(SixtyFourNodes, NameNothingSoundWithPartsOfTheManagementNetwork) {
  std::vector<std::vector<ManagementPart>> parts(4);
  for (int node = 0; node < 16; ++node) parts[0].push_back({Holder::node, node});
  for (int leaf = 0; leaf < 4; ++leaf) parts[1].push_back({Holder::network_switch, leaf});
  parts[2] = {{Holder::network_switch, 5}, {Holder::node, 1}};
  for (int node = 0; node < 64; node += 2) parts[3].push_back({Holder::node, node});
  for (const auto& cut : parts) {
    const Tally result = tally(few, with(single_faults(fabric, devices()), cut));
    EXPECT_GT(result.exact, 0);
    EXPECT_THAT(result.wrong, IsEmpty());
  }
}

/// Any two components, with and without a part of the management network.
TEST_F(SixtyFourNodes, NameNothingSoundOfTwoFaultsAtOnce) {
  const auto all = all_components(fabric, devices());
  const Crossings crossings = crossings_of(few, single_faults(fabric, devices()));
  Tally result;
  for (std::size_t i = 0; i < 3000 / sparse; ++i) {
    const Component& one = all[i * 7919 % all.size()];
    const Component& other = all[(i * 104729 + 13) % all.size()];
    if (one == other) continue;
    Case both{
        {{{one, &one.model->elements.front()}, Seconds(0)}, {{other, &other.model->elements.front()}, Seconds(0)}}};
    if (i % 3 == 1) both.cut = {{Holder::network_switch, static_cast<int>(i % 8)}};
    if (i % 3 == 2) both.cut = {{Holder::node, static_cast<int>(i % 64)}};
    few.run(both, crossings, [&result](const Record& record) { result.count(record); });
  }
  EXPECT_GT(result.detections, 10000 / sparse);
  EXPECT_THAT(result.wrong, IsEmpty());
}

/// Every way in which a device can break, also those that stop nothing.
TEST_F(SixtyFourNodes, NameNothingSoundHoweverADeviceBreaks) {
  const Crossings crossings = crossings_of(few, single_faults(fabric, devices()));
  std::map<std::string, Tally> tallies;
  for (const auto& component : all_components(fabric, devices()))
    for (const auto& element : component.model->elements) {
      if (element.then.empty() || component.holder % 5 != 1) continue;
      const std::string name = component.model->name + "." + element.name;
      few.run({{broken(component.name() + "." + element.name, fabric)}}, crossings,
              [&](const Record& record) { tallies[name].count(record); });
    }
  std::set<std::string> missed;
  for (const auto& [name, result] : tallies) {
    EXPECT_THAT(result.wrong, IsEmpty()) << name;
    if (result.exact < result.detections) missed.insert(name);
  }
  EXPECT_THAT(missed, IsEmpty());
  EXPECT_EQ(tallies.count("cpu.throttled"), 0u) << "it stops nobody's traffic";
}

TEST(Campaign, NamesWhatIsBrokenInAnyKindOfNetwork) {
  for (const auto& machine :
       {flat(6), grid("torus", {4, 3}), grid("mesh", {3, 3}), dragonfly(2, {1, 1, 1}), dragonfly(3, {1, 2, 2})}) {
    const Fabric fabric(machine);
    const Tally result = tally(Campaign(fabric, devices(), {}, all_pairs), single_faults(fabric, devices()), 1);
    EXPECT_GE(result.exact, result.detections * 0.99);
    EXPECT_THAT(result.missed, IsEmpty());
    EXPECT_THAT(result.wrong, IsEmpty());
  }
}

Tally each_part_of(const scenario::Machine& machine) {
  const Fabric fabric(machine);
  return tally(Campaign(fabric, devices(), {}, 1), single_faults(fabric, devices()), 1);
}

/// Both machines have two levels of switches, and a way has as many parts on either, but the larger one has more ways.
TEST(Campaign, OverSixteenTimesTheNodesAsksLessThanTwiceAsMuchForAFault) {
  const Tally small = each_part_of(two_levels(4, 16, 4));
  const Tally large = each_part_of(two_levels(32, 32, 16));
  EXPECT_GE(large.exact, large.detections * 0.99);
  EXPECT_THAT(large.wrong, IsEmpty());
  EXPECT_GT(large.seen.size(), 8000u);
  EXPECT_LT(large.most_queries, 2 * small.most_queries);
  const auto detections_of_a_part = [](const Tally& all) { return all.detections / static_cast<int>(all.seen.size()); };
  EXPECT_EQ(detections_of_a_part(large), detections_of_a_part(small));
}

/// Going through all routes once more for every component.
std::vector<Pair> needing(const Component& component, const Fabric& fabric) {
  std::vector<Pair> pairs;
  for (int one = 0; one < fabric.nodes(); ++one)
    for (int other = one + 1; other < fabric.nodes(); ++other)
      if (is_on(fabric.way(one, other), component) || is_on(fabric.way(other, one), component))
        pairs.push_back({one, other});
  return pairs;
}

TEST(Crossings, AreThePairsThatNeedAComponentAsFarAsTheyAreWanted) {
  for (const auto& machine : {flat(5), grid("torus", {4, 3, 2}), two_levels(3, 4, 2), dragonfly(3, {1, 2, 2})}) {
    const Fabric fabric(machine);
    const auto components = all_components(fabric, devices());
    const Progress progress;
    const Crossings crossings(fabric, components, all_pairs, 3, progress.stop);
    const Crossings few(fabric, components, 2, 1, progress.stop);
    double counted = 0;
    double parts = 0;
    for (const Component& component : components) {
      auto pairs = needing(component, fabric);
      EXPECT_EQ(crossings.of(component), pairs) << component.name();
      const bool is_first = &component == &components.front() || component.port != (&component - 1)->port ||
                            component.holder != (&component - 1)->holder;
      if (component.model->holder != Holder::node && is_first) {
        counted += static_cast<double>(pairs.size());
        parts += 1;
      }
      pairs.resize(std::min<std::size_t>(pairs.size(), 2));
      EXPECT_EQ(few.of(component), pairs) << component.name();
    }
    EXPECT_GT(mean_crossings(fabric), 0.8 * counted / parts) << "there and back may take the same way";
    EXPECT_LT(mean_crossings(fabric), 2.5 * counted / parts);
  }
}

// --- What is said of several faults, in a table

struct Expected {
  std::vector<std::string> broken; ///< all at time 0
  double asked_s;
  std::vector<std::string> named;
  std::map<std::string, std::string> because; ///< of what is not named: what hides or explains it
};

/// Node 0 of two on a switch could not reach node 1, for whatever reason, and asks at some time.
TEST(Outcomes, OfSeveralFaultsAreStated) {
  const Fabric fabric(flat(2));
  const std::vector<Expected> table{
      {{"node1.cpu_fan"}, 50, {"node1.cpu_fan"}, {}},
      {{"node1.cpu_fan"}, 120, {"node1.cpu_fan"}, {{"node1.temperature", "node1.cpu_fan"}}},
      {{"node1.cpu_fan"}, 150, {"node1.cpu_fan"}, {{"node1.cpu", "node1.cpu_fan"}}},
      {{"node1.cpu_fan"}, 1000, {"node1.cpu_fan"}, {{"node1.temperature", "node1.cpu_fan"}}},
      {{"node1.temperature"}, 1000, {"node1.temperature"}, {{"node1.cpu", "node1.temperature"}}},
      {{"node1.cpu_fan", "node1.memory"}, 1, {"node1.cpu_fan", "node1.memory"}, {}},
      {{"node1.memory", "node1.power_supply"}, 1, {"node1.memory", "node1.power_supply"}, {}},
      {{"node0.nic", "node1.disk"}, 1000, {"node0.nic"}, {{"node1.disk", "node0.nic"}}},
      {{"node0.nic", "switch0"}, 1, {"node0.nic"}, {{"switch0", "node0.nic"}}},
      {{"switch0.port0", "node1.disk"}, 1000, {"switch0.port0", "node1.disk"}, {}},
      {{"switch0.port0", "switch0.port1"}, 1, {"switch0.port0", "switch0.port1"}, {}},
      {{"switch0", "switch0.port1"}, 1, {"switch0"}, {{"switch0.port1", "switch0"}}},
      {{"switch0", "node1.memory"}, 1, {"switch0", "node1.memory"}, {}},
      {{"switch0", "node1.power_supply"}, 1, {"node1.power_supply"}, {}}, // of two neighbours, one cannot tell
      {{"switch0", "node1.nic"}, 1, {"node1.nic"}, {}},
      {{"switch0.port1.state"}, 1, {"switch0.port1"}, {}},
      {{"switch0.port1.state", "node1.nic"}, 1, {"node1.nic"}, {{"switch0.port1", "node1.nic"}}},
      {{"node1.power_supply"}, 1, {"node1.power_supply"}, {{"switch0.port1", "node1.power_supply"}}},
      {{"node1.power_supply.input_lost"},
       1,
       {"node1.power_supply"},
       {{"switch0.port1", "node1.power_supply"}, {"node1.cpu", "node1.power_supply"}}},
      {{"node1.power_supply.input_lost", "switch0.port1"}, 1, {"switch0.port1"}, {}}, // which sees no link by itself
      {{"node1.power_supply.input_lost", "switch0"}, 1, {}, {}},
      {{"switch0.fan"}, 599, {"switch0"}, {}},
      {{"switch0.fan"}, 601, {"switch0"}, {{"switch0.port0", "switch0"}}},
  };
  for (const Expected& expected : table) {
    Health health(fabric, devices());
    for (const std::string& name : expected.broken) health.inflict(broken(name, fabric));
    const Management management;
    const ManagementTimes times;
    SimulatedHandlers handlers(health, management, times, 0, Seconds(expected.asked_s));
    const auto findings = detect(candidates(models::faults::Error::ehostunreach, fabric.way(0, 1), devices()),
                                 devices(), handlers, fabric);
    const std::string what = expected.broken.front() + " at " + std::to_string(expected.asked_s);
    EXPECT_EQ(models::faults::named(findings), expected.named) << what;
    for (const auto& finding : findings) {
      const auto because = expected.because.find(finding.component.name());
      if (because != expected.because.end()) { EXPECT_EQ(finding.because, because->second) << what; }
    }
  }
}

/// Of node 1 of two on a switch, whose cable to the management network is cut at that time; node 0 asks an hour later.
std::vector<std::string> named_where_a_cable_was_cut(const std::string& broken_one, Seconds broke,
                                                     const ManagementPart& cut, Seconds cut_at) {
  const Fabric fabric(flat(2));
  Health health(fabric, devices());
  health.inflict(broken(broken_one, fabric, broke));
  Management management;
  management.cut(cut, cut_at);
  const ManagementTimes times;
  SimulatedHandlers handlers(health, management, times, 0, Seconds(3600));
  return models::faults::named(detect(candidates(models::faults::Error::ehostunreach, fabric.way(0, 1), devices()),
                                      devices(), handlers, fabric));
}

/// A silent BMC, and ports without links: of cables that are cut at different times, or of a supply without input.
TEST(LostLinks, AreDueToPowerOnlyWhereAllWentDownAtOneMoment) {
  const ManagementPart of_node1{Holder::node, 1};
  const ManagementPart of_switch{Holder::network_switch, 0};
  const std::string lost = "node1.power_supply.input_lost";
  for (const char* other : {"node1.nic", "switch0.port1.state", "node1.power_supply.failure", "node1.cpu"})
    EXPECT_THAT(named_where_a_cable_was_cut(other, Seconds(100), of_node1, Seconds(90)), IsEmpty()) << other;
  EXPECT_THAT(named_where_a_cable_was_cut("node1.cpu", Seconds(100), of_node1, Seconds(100)), IsEmpty())
      << "its NIC keeps its link";
  EXPECT_THAT(named_where_a_cable_was_cut(lost, Seconds(100), of_node1, Seconds(90)), IsEmpty());
  EXPECT_THAT(named_where_a_cable_was_cut(lost, Seconds(100), of_node1, Seconds(200)),
              ElementsAre("node1.power_supply"));
  EXPECT_THAT(named_where_a_cable_was_cut("node1.nic", Seconds(100), of_node1, Seconds(100)),
              ElementsAre("node1.power_supply"))
      << "wrongly: what one fault explains is not taken for two at one moment";
  EXPECT_THAT(named_where_a_cable_was_cut(lost, Seconds(100), of_switch, Seconds(0)), IsEmpty());
  EXPECT_THAT(named_where_a_cable_was_cut(lost, Seconds(100), {}, Seconds(0)), IsEmpty());
}

/// Of figure 6, seen from both ends, with errors and times as they come.
TEST(Outcomes, OfFigure7AreNamedAtBothEnds) {
  const Fabric fabric(flat(2));
  CampaignSettings settings;
  settings.connections = {Connection::connecting};
  const Campaign campaign(fabric, devices(), settings, all_pairs);
  std::map<std::string, std::set<int>> seen;
  const auto cases = single_faults(fabric, devices());
  const Crossings crossings = crossings_of(campaign, cases);
  for (const Case& one : cases)
    campaign.run(one, crossings, [&](const Record& record) {
      EXPECT_TRUE(record.is_exact) << one.breaks.front().what.component.name() << " from " << record.pair.first;
      seen[one.breaks.front().what.component.name()].insert(record.pair.first);
    });
  EXPECT_THAT(seen.at("node0.nic"), ElementsAre(0, 1));
  EXPECT_THAT(seen.at("switch0.port0"), ElementsAre(0, 1));
  EXPECT_THAT(seen.at("switch0"), ElementsAre(0, 1));
  EXPECT_THAT(seen.at("node1.disk"), ElementsAre(0)) << "who is down asks nobody";
  EXPECT_EQ(seen.size(), 2u * 7 + 1 + 2);
}

TEST(SimulatedHandlers, TakeTheirTime) {
  const Fabric fabric(flat(2));
  const Health health(fabric, devices());
  Management management;
  const ManagementTimes times;
  const auto nic = broken("node1.nic", fabric).what;
  SimulatedHandlers healthy(health, management, times, 0, Seconds(5));
  EXPECT_EQ(healthy.ask(nic.component, *nic.element).value, 0);
  EXPECT_NEAR(healthy.now().count(), 5.0202, 1e-9);
  management.cut({Holder::node, 1}, Seconds(0));
  SimulatedHandlers cut(health, management, times, 0, Seconds(5));
  EXPECT_FALSE(cut.ask(nic.component, *nic.element).value);
  EXPECT_NEAR(cut.now().count(), 25, 1e-9);
  SimulatedHandlers its_own(health, management, times, 1, Seconds(5));
  EXPECT_TRUE(its_own.ask(nic.component, *nic.element).value) << "without the network";
}

} // namespace
} // namespace daruma::faults
