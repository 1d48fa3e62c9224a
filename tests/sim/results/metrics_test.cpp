// What the catalogue of metrics knows, and what it does not.
#include "sim/results/metrics.hpp"

#include <gmock/gmock.h>

namespace daruma::results {
namespace {

const MetricCatalogue& catalogue() {
  static const MetricCatalogue all(
      {{"the model heat",
        {{"slowdown[failures=<n>]", "ratio", Better::down, "It is slower."},
         {"race_<n>_s", "s", Better::down, "It takes time."}},
        MetricScope::job,
        "heat"},
       {"the model rain", {{"drops", "count", Better::up, "It rains."}}, MetricScope::job, "rain"}});
  return all;
}

std::string unit(const std::string& name, const ModelOfJob& jobs = {{"a", "heat"}, {"a.b", "rain"}}) {
  const Metric* const metric = catalogue().find(name, jobs);
  return metric == nullptr ? "unknown" : metric->unit;
}

TEST(MetricCatalogue, KnowsWhatRunsAndJobsReport) {
  EXPECT_EQ(unit("replicas"), "count");
  EXPECT_EQ(unit("urgent.mean_wait_s"), "s");
  EXPECT_EQ(unit("a.makespan_s"), "s");
  EXPECT_EQ(unit("a.b.makespan_s"), "s");
  EXPECT_EQ(unit("c.makespan_s"), "unknown") << "there is no job of that name";
  EXPECT_EQ(unit("a.makespan_h"), "unknown");
  EXPECT_EQ(unit("a."), "unknown");
  EXPECT_EQ(unit("a"), "unknown");
}

TEST(MetricCatalogue, KnowsWhatAModelReportsOfItsOwnJobsOnly) {
  EXPECT_EQ(unit("a.slowdown[failures=3]"), "ratio");
  EXPECT_EQ(unit("a.race_12_s"), "s");
  EXPECT_EQ(unit("a.b.drops"), "count");
  EXPECT_EQ(unit("a.drops"), "unknown");
  EXPECT_EQ(unit("a.b.race_12_s"), "unknown");
}

TEST(MetricCatalogue, LetsAProgramUseAnyModelAsALibrary) {
  EXPECT_EQ(unit("mine.drops", {{"mine", "mine.so"}}), "count");
  EXPECT_EQ(unit("mine.drips", {{"mine", "mine.so"}}), "unknown");
}

TEST(MetricCatalogue, TakesAnIntervalForItsMetric) {
  EXPECT_EQ(unit("a.makespan_s.ci95"), "s");
  EXPECT_EQ(unit("a.unknown.ci95"), "unknown");
}

TEST(MetricCatalogue, GivesUnitsToWhatItKnows) {
  Result result;
  result.metrics = {{"replicas", 2}, {"heat.makespan_s", 1}, {"heat.makespan_s.ci95", 0.1}, {"heat.colour", 3}};
  JobRow job;
  job.name = "heat";
  job.model = "heat";
  result.jobs = {job};
  const std::map<std::string, std::string> expected{
      {"replicas", "count"}, {"heat.makespan_s", "s"}, {"heat.makespan_s.ci95", "s"}};
  EXPECT_EQ(units_of(result, catalogue()), expected);
}

TEST(MetricPattern, HasPlacesForAnyTextButNone) {
  EXPECT_TRUE(is_of_pattern("a_s", "a_s"));
  EXPECT_FALSE(is_of_pattern("a_s", "a_ms"));
  EXPECT_TRUE(is_of_pattern("a[x=<n>,y=<n>]", "a[x=1,y=22]"));
  EXPECT_FALSE(is_of_pattern("a[x=<n>,y=<n>]", "a[x=,y=22]"));
  EXPECT_FALSE(is_of_pattern("<job>.a", "b.a.c"));
  EXPECT_FALSE(is_of_pattern("a", ""));
}

} // namespace
} // namespace daruma::results
