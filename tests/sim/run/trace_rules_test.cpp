#include "sim/run/trace_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace daruma::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

scenario::Scenario jobs_of(int small, int large) {
  scenario::Scenario scenario;
  for (const auto& [name, ranks] : {std::pair("small", small), std::pair("large", large)}) {
    scenario::Job job;
    job.name = name;
    job.ranks = ranks;
    scenario.jobs.push_back(job);
  }
  return scenario;
}

/// "job process kind" of what is kept of a span, a print and a death of each of these processes, and of an order.
std::vector<std::string> kept(const scenario::Scenario& scenario, const std::string& job,
                              const std::vector<int>& processes) {
  results::EventLog log;
  apply_trace_rules(scenario, log);
  for (const int process : processes) {
    log.add(results::Span{Seconds(0), Seconds(1), "shrink", job, process, ""});
    log.add(results::Event{Seconds(0), "print", job, process, ""});
    log.add(results::Event{Seconds(0), "death", job, process, ""});
  }
  log.add(results::Event{Seconds(0), "order", job, -1, ""});
  EXPECT_EQ(log.entries(), 3 * processes.size() + 1);
  results::Result result;
  log.hand_over(result);
  std::vector<std::string> rows;
  for (const auto& span : result.spans) rows.push_back(span.kind + " " + std::to_string(span.process));
  for (const auto& event : result.events) rows.push_back(event.kind + " " + std::to_string(event.process));
  return rows;
}

TEST(TraceRules, KeepEverythingOfJobsThatAreNotLarge) {
  const scenario::Scenario scenario = jobs_of(4, most_processes_in_full);
  EXPECT_EQ(trace_remark(scenario), "");
  EXPECT_THAT(kept(scenario, "large", {4000}), ElementsAre("shrink 4000", "print 4000", "death 4000", "order -1"));
}

TEST(TraceRules, KeepSpansOfTheFirstProcessesOfALargeJobAndAllEvents) {
  const scenario::Scenario scenario = jobs_of(4, most_processes_in_full + 1);
  EXPECT_EQ(trace_remark(scenario), "of jobs of more than 4096 processes (large) only the spans of the processes 0 to "
                                    "1023; \"trace\" in the scenario chooses others");
  EXPECT_THAT(kept(scenario, "large", {1023, 1024}),
              ElementsAre("shrink 1023", "print 1023", "death 1023", "print 1024", "death 1024", "order -1"));
  EXPECT_THAT(kept(scenario, "small", {2000}), ElementsAre("shrink 2000", "print 2000", "death 2000", "order -1"));
}

TEST(TraceRules, TellOfWhichJobsRowsMayBeMissing) {
  scenario::Scenario scenario = jobs_of(4, most_processes_in_full + 1);
  EXPECT_THAT(partly_recorded(scenario), ElementsAre("large"));
  scenario.trace = scenario::Trace{{{0, 0}}, {}};
  EXPECT_THAT(partly_recorded(scenario), ElementsAre("small", "large"));
  EXPECT_THAT(partly_recorded(jobs_of(4, 4)), testing::IsEmpty());
}

TEST(TraceRules, KeepWhatTheScenarioNamesAndEveryDeath) {
  scenario::Scenario scenario = jobs_of(4, 4);
  scenario.trace = scenario::Trace{{{0, 0}, {2, 3}}, {"print"}};
  EXPECT_THAT(trace_remark(scenario), HasSubstr("ranks 0, 2-3, kinds print"));
  EXPECT_THAT(kept(scenario, "small", {0, 1, 3}),
              ElementsAre("print 0", "death 0", "death 1", "print 3", "death 3", "order -1"));
  scenario.trace = scenario::Trace{{{1, 1}}, {}};
  EXPECT_THAT(kept(scenario, "small", {0, 1}), ElementsAre("shrink 1", "death 0", "print 1", "death 1", "order -1"));
}

TEST(TraceRules, OfALargeJobAllWhereTheScenarioNamesAll) {
  scenario::Scenario scenario = jobs_of(4, 100'000);
  scenario.trace = scenario::Trace{{{0, 1'000'000}}, {}};
  EXPECT_THAT(kept(scenario, "large", {99'999}), ElementsAre("shrink 99999", "print 99999", "death 99999", "order -1"));
}

} // namespace
} // namespace daruma::run
