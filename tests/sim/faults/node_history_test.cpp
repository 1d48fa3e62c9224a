// What becomes of nodes as parts of a machine break, in the order of time and without anybody's ranks.
#include "sim/faults/inquiries.hpp"
#include "sim/faults/node_history.hpp"
#include "tests/sim/faults/machines.hpp"

#include <gmock/gmock.h>

namespace daruma::faults {
namespace {

using testing::ElementsAre;

scenario::Scenario breaking(scenario::Machine machine, const std::vector<std::pair<const char*, double>>& breaks) {
  scenario::Scenario scenario;
  scenario.machine = std::move(machine);
  scenario.devices = std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms" / "devices";
  for (const auto& [what, at_s] : breaks) {
    scenario::Event event;
    event.when.at = Seconds(at_s);
    event.action = scenario::BreakComponent{what};
    scenario.events.push_back(event);
  }
  return scenario;
}

std::vector<std::string> changes(NodeHistory& history) {
  std::vector<std::string> all;
  while (const auto change = history.next())
    all.push_back(to_text(change->at) + " " + std::to_string(change->node) + " " +
                  std::to_string(change->speed).substr(0, 3));
  return all;
}

TEST(NodeHistory, OfAFanSlowsItsNodeAndThenEndsIt) {
  Breakage breakage(breaking(flat(2), {{"node1.cpu_fan", 0}}), 0);
  NodeHistory history(breakage, {});
  EXPECT_EQ(changes(history).size(), 2U);
  std::string told;
  for (const NodeHistoryEvent& event : history.events()) told += event.kind + ": " + event.text + "\n";
  EXPECT_EQ(told, "break: node1.cpu_fan\nbreak: node1.temperature, which follows\nbreak: node1.cpu, which follows\n"
                  "throttle: node-1 to 0.50 of its speed\nnode_off: node-1: node1.temperature broke\n");
}

TEST(NodeHistory, OfASwitchEndsTheNodesBelow) {
  Breakage breakage(breaking(two_levels(2, 2, 1), {{"switch0", 3}}), 0);
  NodeHistory history(breakage, {});
  EXPECT_THAT(changes(history), ElementsAre("3s 1 0.0", "3s 0 0.0"));
}

/// Who is cut off by then is not switched off, and who is off is not cut off.
TEST(NodeHistory, KnowsWhoIsGone) {
  Breakage breakage(breaking(two_levels(2, 2, 1), {{"switch0", 3}}), 0);
  NodeHistory history(breakage, {{Seconds(2), 0}, {Seconds(4), 1}});
  EXPECT_THAT(changes(history), ElementsAre("2s 0 0.0", "3s 1 0.0"));
}

TEST(Inquiries, AreMadeOnceForEachDeathAndEachSlowNode) {
  Breakage breakage(breaking(flat(3), {{"node1.memory", 1}, {"node2.cpu.throttled", 1}}), 0);
  const Localisation order{};
  Inquiries inquiries(order, breakage);
  ASSERT_TRUE(inquiries.is_reason("job", 1, Seconds(1)));
  const Verdict verdict = inquiries.ask("job", 0, 1, Seconds(2));
  EXPECT_FALSE(inquiries.is_reason("job", 1, Seconds(1)));
  EXPECT_TRUE(inquiries.is_reason("job", 1, Seconds(3))) << "another death";
  EXPECT_TRUE(inquiries.is_reason("other", 1, Seconds(1))) << "another job's";
  EXPECT_EQ(inquiries.told("job", 1), "");
  EXPECT_THAT(inquiries.conclude("job", 0, 1, verdict, Seconds(2) + verdict.taken).broken, ElementsAre(1));
  EXPECT_EQ(inquiries.told("job", 1), "ECONNRESET from node-1: node1.memory is broken");

  EXPECT_FALSE(inquiries.is_reason(2, 1.2));
  ASSERT_TRUE(inquiries.is_reason(2, 2.0));
  inquiries.begin_examination(2);
  EXPECT_FALSE(inquiries.is_reason(2, 2.0));
  EXPECT_EQ(inquiries.slowness(2), 1);
  inquiries.conclude("job", 2, 2.0, inquiries.examine(2, Seconds(4)));
  EXPECT_EQ(inquiries.slowness(2), 2);
  EXPECT_EQ(inquiries.tally("job").metrics().at("verdicts_naming"), 2);
}

} // namespace
} // namespace daruma::faults
