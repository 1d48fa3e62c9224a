#include "sim/study/expectations.hpp"

#include <gtest/gtest.h>

namespace daruma::study {
namespace {

using scenario::Expectation;
using scenario::Relation;

Verdict judged(const Expectation& expectation) {
  return judge({expectation}, {{"job.finished", 1}, {"job.makespan_s", 2.5}}).front();
}

TEST(Expectations, HoldOnTheirBoundary) {
  EXPECT_TRUE(judged({"job.makespan_s", Relation::at_most, 2.5}).holds);
  EXPECT_TRUE(judged({"job.makespan_s", Relation::at_least, 2.5}).holds);
  EXPECT_TRUE(judged({"job.makespan_s", Relation::is, 2.5}).holds);
}

TEST(Expectations, FailBeyondIt) {
  EXPECT_FALSE(judged({"job.makespan_s", Relation::at_most, 2.4}).holds);
  EXPECT_FALSE(judged({"job.makespan_s", Relation::at_least, 2.6}).holds);
  EXPECT_FALSE(judged({"job.finished", Relation::is, false}).holds);
}

TEST(Expectations, SayWhatWasFound) {
  EXPECT_EQ(judged({"job.finished", Relation::is, true}).sentence, "job.finished is true: it is true");
  EXPECT_EQ(judged({"job.makespan_s", Relation::at_most, 1.0}).sentence, "job.makespan_s is at most 1: it is 2.5");
}

TEST(Expectations, AMetricThatIsNotThereFails) {
  const Verdict verdict = judged({"job.nonsense", Relation::is, 1.0});
  EXPECT_FALSE(verdict.holds);
  EXPECT_EQ(verdict.sentence, "job.nonsense is 1: the run has no such metric");
}

} // namespace
} // namespace daruma::study
