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

TEST(EventPlan, SaysWhatKeptAnEventFromComing) {
  scenario::Scenario scenario;
  scenario.events.resize(3);
  scenario.events[0].when.at = Seconds(7);
  scenario.events[1].when.job = "q";
  scenario.events[1].when.restarts = 2;
  scenario.events[1].when.delay = Seconds(0.5);
  scenario.events[2].when.during = scenario::CallMoment{"q", 3, "MPI_Send", 2, scenario::CallMoment::Part::before, 1};
  results::JobRow first;
  first.name = "p";
  first.end = Seconds(4);
  results::JobRow last;
  last.name = "q";
  last.end = Seconds(5);
  last.restarts = 1;
  const EventPlan plan(scenario, 0);
  EXPECT_EQ(plan.never_due(scenario.events[0], {first, last}), "events/0 at 7 s was never due: the run ended at 5 s");
  EXPECT_EQ(plan.never_due(scenario.events[1], {first, last}),
            "events/1 0.5 s after restart 2 of q was never due: it had 1");
  EXPECT_EQ(plan.never_due(scenario.events[2], {first, last}),
            "events/2 before MPI_Send (2nd) of process 3 of q was never due: it did not come there");
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
