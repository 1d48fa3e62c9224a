// Phases of programs: their spans, and the time that counts.
#include "sim/run/phases.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace daruma::run {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

struct Told {
  std::vector<std::string> spans;
  std::map<std::string, double> metrics;
};

Told told_by(results::EventLog& log) {
  results::Result result;
  log.hand_over(result);
  Told told{{}, result.metrics};
  for (const auto& span : result.spans)
    told.spans.push_back(span.kind + " " + std::to_string(span.process) + ": " +
                         std::to_string(std::lround(span.begin.count())) + "-" +
                         std::to_string(std::lround(span.end.count())));
  return told;
}

TEST(Phases, CountTheTimeOfTheProcessThatSpentMost) {
  results::EventLog log;
  Phases phases(log);
  for (const auto& [process, length] : {std::pair(0, 1), std::pair(1, 5), std::pair(2, 3)})
    for (const int begin : {0, 10}) {
      phases.begin("q", process, "solve", Seconds(begin));
      phases.end("q", process, Seconds(begin + length));
    }
  const Told told = told_by(log);
  EXPECT_THAT(told.metrics, ElementsAre(Pair("q.phase.solve_s", 10)));
  EXPECT_EQ(told.spans.size(), 6U);
}

TEST(Phases, NestAndCountOnceWithinThemselves) {
  results::EventLog log;
  Phases phases(log);
  for (const char* const name : {"a", "b", "a"}) phases.begin("q", 0, name, Seconds(name[0] == 'a' ? 0 : 1));
  for (const int end : {3, 4, 6}) phases.end("q", 0, Seconds(end));
  phases.end("q", 0, Seconds(7));
  const Told told = told_by(log);
  EXPECT_THAT(told.metrics, UnorderedElementsAre(Pair("q.phase.a_s", 6), Pair("q.phase.b_s", 3)));
  EXPECT_THAT(told.spans, ElementsAre("phase.a 0: 0-3", "phase.b 0: 1-4", "phase.a 0: 0-6"));
}

TEST(Phases, ThatAreOpenLastUntilTheProcessIsGoneOrTheRunEnds) {
  results::EventLog log;
  Phases phases(log);
  phases.begin("q", 0, "a", Seconds(0));
  phases.begin("q", 0, "b", Seconds(1));
  phases.begin("q", 1, "a", Seconds(0));
  phases.end_all_of("q", 0, Seconds(2));
  phases.end_all_of("q", 7, Seconds(2));
  phases.end_all(Seconds(9));
  phases.end_all(Seconds(10));
  EXPECT_THAT(told_by(log).spans, ElementsAre("phase.b 0: 1-2", "phase.a 0: 0-2", "phase.a 1: 0-9"));
}

} // namespace
} // namespace daruma::run
