// Where the time of recoveries goes, on rows that can be followed by hand.
#include "sim/results/recoveries.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <utility>

namespace daruma::results {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* name = "q";

Event event(double time_s, const std::string& kind, int process = -1) {
  return {Seconds(time_s), kind, name, process, ""};
}
Span span(double begin_s, double end_s, const std::string& kind, int process, const std::string& text = "") {
  return {Seconds(begin_s), Seconds(end_s), kind, name, process, text};
}

/// A job of one death at 1 s, which starts at 0 and finishes.
class Recoveries : public testing::Test {
protected:
  Recoveries() {
    job.name = name;
    job.finished = true;
    job.deaths = 1;
    events = {event(0, "start"), event(1, "death", 3)};
  }

  std::vector<Recovery> all() const {
    const auto by_time = [](const Event& a, const Event& b) { return a.time < b.time; };
    const auto by_end = [](const Span& a, const Span& b) { return a.end < b.end; };
    return recoveries_of(job, RowList<Event>(events).in_order(by_time), RowList<Span>(spans).in_order(by_end));
  }
  /// "detection 0.5", in the order of time, the lost work at first.
  static std::vector<std::string> told(const Recovery& recovery) {
    std::vector<std::string> words;
    const auto add = [&words](const std::string& what, Seconds time) {
      words.push_back(what + " " + std::to_string(std::llround(time.count() * 1e3)));
    };
    if (recovery.lost_work > Seconds(0)) add("lost work", recovery.lost_work);
    for (const Slice& slice : recovery.slices) add(name_of(slice.part), slice.end - slice.begin);
    return words;
  }
  std::vector<std::string> only() const {
    const auto found = all();
    EXPECT_EQ(found.size(), 1U);
    return found.empty() ? std::vector<std::string>{} : told(found.front());
  }

  JobRow job;
  std::vector<Event> events;
  std::vector<Span> spans;
};

TEST_F(Recoveries, PassThroughTheirPartsInOrder) {
  events.push_back(event(1.25, "detection", 3));
  events.push_back(event(1.5, "revoke", 0));
  spans = {span(1.75, 2, "shrink", 0),  span(1.8, 2, "shrink", 1), span(2, 2.25, "agree", 0), span(2, 2.25, "agree", 1),
           span(2.25, 2.5, "spawn", 0), span(2.5, 3, "merge", 0),  span(3.5, 4, "load", 1),   span(2.5, 3, "merge", 4)};
  EXPECT_THAT(only(), ElementsAre("lost work 1000", "detection 250", "propagation 250", "revoke 300", "shrink 200",
                                  "agreement 250", "spawn 250", "rebuild 500", "other 500", "reload 500"));
}

TEST_F(Recoveries, GiveAnInstantToTheOperationThatComesFirstInTheOrder) {
  events.push_back(event(1, "detection", 3));
  spans = {span(1, 2, "agree", 0), span(1, 1.25, "agree", 1), span(1.5, 3, "shrink", 1), span(2.5, 4, "load", 2),
           span(2.75, 3.25, "spawn", 0)};
  EXPECT_THAT(only(), ElementsAre("lost work 1000", "agreement 500", "shrink 1500", "spawn 250", "reload 750"));
}

TEST_F(Recoveries, WaitForTheLastWhoTakesPart) {
  events.push_back(event(1.25, "detection", 3));
  events.push_back(event(2, "revoke", 0));
  spans = {span(1.5, 3.5, "agree", 0), span(3, 3.5, "agree", 1), span(3.5, 4, "shrink", 0), span(3.75, 4, "merge", 4)};
  EXPECT_THAT(only(), ElementsAre("detection 250", "propagation 750", "revoke 1000", "agreement 500", "shrink 500"))
      << "process 4 was started meanwhile";
}

TEST_F(Recoveries, DoNotWaitForWhoIsIdle) {
  events.push_back(event(1, "detection", 3));
  spans = {span(0, 1.5, "agree", 4),    span(1, 1.5, "agree", 0), span(1.5, 2, "shrink", 0),
           span(1.5, 2, "shrink", 4),   span(2, 9, "agree", 4),   span(2, 2.5, "iteration", 0),
           span(2, 2.5, "iteration", 1)};
  EXPECT_THAT(only(), ElementsAre("agreement 500", "shrink 500"));
}

TEST_F(Recoveries, KnowOfADeathByTheFirstSignWhereNoDetectorTells) {
  spans = {span(0.5, 1.5, "agree", 0), span(1.5, 2, "shrink", 0)};
  EXPECT_THAT(only(), ElementsAre("detection 500", "shrink 500")) << "who agrees need not know of a death";
}

TEST_F(Recoveries, EndWithTheLastOperationBeforeWorkIsResumed) {
  events.push_back(event(1, "detection", 3));
  spans = {span(1, 2, "shrink", 0), span(2, 3, "split", 0), span(3, 4, "iteration", 0), span(4, 5, "split", 0)};
  EXPECT_THAT(only(), ElementsAre("shrink 1000", "rebuild 1000"));
}

TEST_F(Recoveries, TakeWhatAStepContainsForWork) {
  events.push_back(event(1, "detection", 3));
  spans = {span(0, 2.5, "phase.step", 0), span(1.5, 2, "shrink", 0)};
  for (const double begin : {2.5, 4.5, 6.5}) {
    spans.push_back(span(begin, begin + 2, "phase.step", 0));
    spans.push_back(span(begin + 1.5, begin + 2, "agree", 0));
  }
  EXPECT_THAT(only(), ElementsAre("propagation 500", "shrink 500"));
}

TEST_F(Recoveries, OfAProgramThatShowsNoStepsEndWithTheLastThatOnlyRecoveriesDo) {
  events.push_back(event(1, "detection", 3));
  spans = {span(1, 2, "shrink", 0), span(5, 6, "agree", 0), span(7, 8, "split", 0)};
  EXPECT_THAT(only(), ElementsAre("shrink 1000"));
  events.push_back(event(9, "order"));
  spans.push_back(span(9, 10, "spawn", 0));
  EXPECT_THAT(only(), ElementsAre("shrink 1000")) << "an order is no failure";
}

TEST_F(Recoveries, AreAsLongAsTheProgramSaysByAPhase) {
  events.push_back(event(1, "detection", 3));
  spans = {span(1.25, 2, "shrink", 0), span(1.25, 3, "phase.recovery", 0), span(1.5, 4, "phase.recovery", 1)};
  EXPECT_THAT(only(), ElementsAre("propagation 250", "shrink 750", "other 2000"));
}

TEST_F(Recoveries, TakeDeathsMeanwhileWithThem) {
  events.push_back(event(1.5, "detection", 3));
  events.push_back(event(2, "death", 2));
  events.push_back(event(2.25, "detection", 2));
  spans = {span(1.5, 1.75, "shrink", 0), span(1.5, 3, "restart", 0), span(2.5, 3, "shrink", 0)};
  EXPECT_THAT(only(), ElementsAre("detection 500", "shrink 250", "other 250", "detection 250", "propagation 250",
                                  "shrink 500"));
}

TEST_F(Recoveries, BeginAnewWithADeathAfterTheLastOne) {
  events.push_back(event(1.5, "detection", 3));
  events.push_back(event(5, "death", 2));
  spans = {span(1.5, 2, "shrink", 0), span(5.5, 6, "shrink", 0)};
  const auto found = all();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(told(found[0]), ElementsAre("detection 500", "shrink 500"));
  EXPECT_THAT(told(found[1]), ElementsAre("detection 500", "shrink 500"));
  EXPECT_EQ(found[1].number, 2);
}

TEST_F(Recoveries, OfADeathThatNobodyHasToRepairEndWithItsDetection) {
  events.push_back(event(1.5, "detection", 3));
  EXPECT_THAT(only(), ElementsAre("detection 500"));
  events.push_back(event(9, "death", 2));
  spans = {span(2, 3, "iteration", 0), span(10, 11, "shrink", 0)};
  ASSERT_EQ(all().size(), 2U) << "work went on in between";
  EXPECT_THAT(told(all()[1]), ElementsAre("detection 1000", "shrink 1000"));
}

TEST_F(Recoveries, LoseTheWorkSinceWhatIsReloadedWasSaved) {
  events.push_back(event(1, "detection", 3));
  spans = {span(0.1, 0.2, "checkpoint", 0, "version 1 of rank 0"),
           span(0.4, 0.5, "checkpoint", 0, "version 2 of rank 0"), span(1, 1.5, "load", 0, "version 2 of rank 0"),
           span(1.5, 2, "load", 0, "version 1 of rank 0"), span(3, 3.1, "checkpoint", 0, "version 1 of rank 0")};
  EXPECT_THAT(only(), ElementsAre("lost work 800", "reload 1000"));
}

TEST_F(Recoveries, LoseEverythingWhereTheJobBeginsAnewWithoutACheckpoint) {
  events.push_back(event(0.25, "start"));
  for (const auto& [time, kind] : {std::pair(1.25, "abort"), std::pair(1.5, "rerun"), std::pair(2.5, "start")})
    events.push_back(event(time, kind));
  EXPECT_THAT(only(), ElementsAre("lost work 750", "detection 250", "other 250", "relaunch 1000"));
}

TEST_F(Recoveries, DoNotWaitForWhoAgreesOnceTheJobHasBegunAnew) {
  events = {event(0, "start"), event(1, "death", 3), event(1.25, "detection", 3), event(1.5, "rerun"),
            event(2.5, "start")};
  spans = {span(2.5, 3, "load", 0, "version 1 of rank 0"), span(3, 3.25, "agree", 0), span(3.25, 3.5, "load", 0)};
  EXPECT_THAT(only(), ElementsAre("lost work 1000", "detection 250", "propagation 250", "relaunch 1000", "reload 500",
                                  "agreement 250", "reload 250"));
}

TEST_F(Recoveries, AreNoneWhereTheJobEndedThere) {
  job.finished = false;
  events.push_back(event(1, "detection", 3));
  events.push_back(event(3, "end"));
  spans = {span(1, 2, "shrink", 0)};
  EXPECT_THAT(all(), IsEmpty());
  events.push_back(event(2.5, "print", 0));
  EXPECT_EQ(all().size(), 1U) << "it had gone on";
}

TEST_F(Recoveries, HavePartsThatSumUpToTheWholeWhateverHappened) {
  std::mt19937 random(7); // NOLINT: the same rows every time
  const auto some = [&random](int below) { return static_cast<double>(random() % static_cast<unsigned>(below)) / 97; };
  const std::vector<std::string> kinds{"shrink",  "agree",     "spawn",      "merge",          "split",     "load",
                                       "restart", "iteration", "checkpoint", "phase.recovery", "phase.work"};
  std::size_t found = 0;
  for (int round = 0; round < 500; ++round) {
    events = {event(0, "start")};
    spans.clear();
    for (const char* const kind : {"death", "death", "death", "detection", "detection", "revoke", "abort", "order"})
      events.push_back(event(some(1000), kind, 1));
    for (int i = 0; i < 40; ++i) {
      const double begin = some(1000);
      spans.push_back(span(begin, begin + some(100), kinds[random() % kinds.size()], static_cast<int>(random() % 4)));
    }
    Seconds before{0};
    for (const Recovery& recovery : all()) {
      ++found;
      Seconds sum = recovery.lost_work;
      for (std::size_t part = 0; part < recovery_parts; ++part) sum += recovery.of(static_cast<RecoveryPart>(part));
      EXPECT_NEAR(sum.count(), recovery.whole().count(), 1e-9);
      EXPECT_GE(recovery.death, before) << "recoveries do not overlap";
      Seconds reached = recovery.death;
      for (const Slice& slice : recovery.slices) {
        EXPECT_EQ(slice.begin, reached);
        EXPECT_GT(slice.end, slice.begin);
        reached = slice.end;
      }
      EXPECT_EQ(reached, recovery.back);
      before = recovery.back;
    }
  }
  EXPECT_GT(found, 500U);
}

Result result_of(const JobRow& job, const std::vector<Event>& events, const std::vector<Span>& spans) {
  Result result;
  enter(result, job);
  result.events = events;
  result.spans = spans;
  return result;
}

TEST_F(Recoveries, AreEnteredAsMetricsAndSpans) {
  events.push_back(event(1.25, "detection", 3));
  spans = {span(1.25, 2, "shrink", 0)};
  Result result = result_of(job, events, spans);
  enter_recoveries(result, {});
  EXPECT_EQ(result.metrics.at("q.recovery.count"), 1);
  EXPECT_EQ(result.metrics.at("q.recovery.detection_s"), 0.25);
  EXPECT_EQ(result.metrics.at("q.recovery.shrink_s"), 0.75);
  EXPECT_EQ(result.metrics.at("q.recovery.spawn_s"), 0);
  EXPECT_EQ(result.metrics.at("q.recovery.whole_s"), 1);
  EXPECT_EQ(result.metrics.at("q.recovery.shrink_s[recovery=1]"), 0.75);
  EXPECT_EQ(result.metrics.count("q.recovery.spawn_s[recovery=1]"), 0U);
  EXPECT_EQ(result.spans.size(), 3U);
  const std::string table = recovery_table(result.recoveries, 80);
  EXPECT_THAT(table, HasSubstr("1.000000  q             1  detection 0.25, shrink 0.75"));
  EXPECT_EQ(result.trace, "");
}

TEST_F(Recoveries, AreNotKnownWhereRowsMayBeMissing) {
  spans = {span(1.25, 2, "shrink", 0)};
  Result result = result_of(job, events, spans);
  result.trace = "only the spans of a few";
  enter_recoveries(result, {name});
  EXPECT_EQ(result.metrics.count("q.recovery.whole_s"), 0U);
  EXPECT_EQ(result.spans.size(), 1U);
  EXPECT_THAT(result.trace, HasSubstr("not known"));
}

TEST_F(Recoveries, OfAJobWithoutDeathsAreNotSpokenOf) {
  job.deaths = 0;
  spans = {span(1.25, 2, "shrink", 0)};
  Result result = result_of(job, {event(0, "start")}, spans);
  enter_recoveries(result, {});
  EXPECT_EQ(result.metrics.count("q.recovery.count"), 0U);
  EXPECT_THAT(recovery_table(result.recoveries, 80), IsEmpty());
}

} // namespace
} // namespace daruma::results
