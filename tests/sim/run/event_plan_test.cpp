// When the scenario does what, and to whom.
#include "sim/run/event_plan.hpp"

#include <gmock/gmock.h>

namespace daruma::run {
namespace {

using testing::ElementsAre;

TEST(EventPlan, TellsEventsByTheirTriggerAndFailuresInTheOrderOfTime) {
  scenario::Scenario scenario;
  scenario::Event event;
  event.when.at = Seconds(7);
  scenario.events.push_back(event);
  event.when.job = "q";
  event.when.restarts = 2;
  event.when.delay = Seconds(1);
  scenario.events.push_back(event);
  scenario.failures.emplace();
  scenario.failures->law = nullptr;
  scenario.failures->list = {{Seconds(5), 1}, {Seconds(4), 0}};
  const EventPlan plan(scenario, 0);
  ASSERT_EQ(plan.events().size(), 1U);
  EXPECT_EQ(plan.events().front().when, Seconds(7));
  EXPECT_EQ(plan.events().front().event, &scenario.events[0]);
  EXPECT_TRUE(plan.events_after("q", 1, Seconds(10)).empty());
  ASSERT_EQ(plan.events_after("q", 2, Seconds(10)).size(), 1U);
  EXPECT_EQ(plan.events_after("q", 2, Seconds(10)).front().when, Seconds(11));
  EXPECT_EQ(plan.events_after("q", 2, Seconds(10)).front().event, &scenario.events[1]);
  ASSERT_EQ(plan.failures().size(), 2U);
  EXPECT_EQ(plan.failures().front().node, 0);
}

TEST(EventPlan, VictimsAreDistinctHighestFirstAndKeyedByTheEvent) {
  EXPECT_THAT(victims(scenario::KillRanks{"q", {2, 9, 4}}), ElementsAre(9, 4, 2));
  scenario::Scenario scenario;
  scenario.events.resize(2);
  const EventPlan plan(scenario, 3);
  const scenario::KillRandom kill{"q", 5, 1000};
  const auto drawn = plan.victims(kill, scenario.events[0], 500);
  EXPECT_EQ(drawn.size(), 5U);
  EXPECT_TRUE(std::is_sorted(drawn.rbegin(), drawn.rend()));
  EXPECT_LT(drawn.front(), 500);
  EXPECT_EQ(plan.victims(kill, scenario.events[0], 500), drawn);
  EXPECT_NE(plan.victims(kill, scenario.events[1], 500), drawn);
  EXPECT_NE(EventPlan(scenario, 4).victims(kill, scenario.events[0], 500), drawn);
  EXPECT_THAT(plan.victims(kill, scenario.events[0], 2), ElementsAre(1, 0)) << "no more than there are";
}

} // namespace
} // namespace daruma::run
