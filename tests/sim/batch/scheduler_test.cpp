// What the scheduler decides on what it is told, step by step.
#include "sim/batch/scheduler.hpp"

#include <gmock/gmock.h>

#include <ostream>

namespace daruma::batch {

bool operator==(const Decision& a, const Decision& b) {
  return a.kind == b.kind && a.job == b.job && a.processors == b.processors && a.whom == b.whom;
}

void PrintTo(const Decision& one, std::ostream* out) {
  *out << static_cast<int>(one.kind) << " of " << one.job << " with " << one.processors << " for " << one.whom;
}

namespace {

using Kind = Decision::Kind;
using testing::ElementsAre;
using testing::IsEmpty;

Request rigid(std::size_t number, int processors, double limit_s) { return {number, processors, Seconds(limit_s)}; }

Request malleable(std::size_t number, int processors, int fewest, double limit_s) {
  Request request = rigid(number, processors, limit_s);
  request.flexibility = Flexibility::malleable;
  request.fewest = fewest;
  return request;
}

Request urgent(std::size_t number, int processors) {
  Request request = rigid(number, processors, 10);
  request.priority = Priority::urgent;
  return request;
}

TEST(Scheduler, StartsWhatTheQueueChoosesAndRemembersWhoRuns) {
  Scheduler scheduler(queue::easy, preemption::wait, 0);
  for (const Request& request : {rigid(0, 6, 100), rigid(1, 8, 100), rigid(2, 1, 100), rigid(3, 3, 101)})
    scheduler.submitted(request);
  EXPECT_THAT(scheduler.decide(Seconds(0), 10), ElementsAre(Decision{Kind::start, 0, 6}, Decision{Kind::start, 2, 1}));
  EXPECT_THAT(scheduler.decide(Seconds(1), 3), IsEmpty()) << "the last would delay the second";
  scheduler.ended(0, Seconds(2));
  EXPECT_THAT(scheduler.decide(Seconds(2), 9), ElementsAre(Decision{Kind::start, 1, 8}));
  EXPECT_THAT(scheduler.waiting(), ElementsAre(3));
}

TEST(Scheduler, WhoComesAgainKeepsItsPlaceAndUrgentOnesComeFirst) {
  Scheduler scheduler(queue::fcfs, preemption::wait, 0);
  for (const Request& request : {rigid(5, 1, 1), rigid(2, 1, 1), urgent(9, 1), rigid(7, 1, 1), urgent(4, 1)})
    scheduler.submitted(request);
  EXPECT_THAT(scheduler.waiting(), ElementsAre(4, 9, 2, 5, 7));
  scheduler.ended(5, Seconds(2));
  EXPECT_THAT(scheduler.waiting(), ElementsAre(4, 9, 2, 7));
}

/// The job obeys when it can: until then nothing is free, and nothing more is asked for.
TEST(Scheduler, WaitsForWhatWillBeGivenUp) {
  Scheduler scheduler(queue::fcfs, preemption::shrink, 0);
  scheduler.submitted(malleable(0, 8, 2, 100));
  scheduler.decide(Seconds(0), 8);
  scheduler.submitted(urgent(1, 4));
  EXPECT_THAT(scheduler.decide(Seconds(1), 0), ElementsAre(Decision{Kind::shrink, 0, 4, 1}));
  EXPECT_THAT(scheduler.decide(Seconds(1), 0), IsEmpty());
  scheduler.resized(0, 6, Seconds(2));
  EXPECT_THAT(scheduler.decide(Seconds(2), 2), IsEmpty());
  scheduler.resized(0, 4, Seconds(3));
  EXPECT_THAT(scheduler.decide(Seconds(3), 4), ElementsAre(Decision{Kind::start, 1, 4}));
}

TEST(Scheduler, KeepsWhatAJobWasToldToTakeBack) {
  Scheduler scheduler(queue::fcfs, preemption::shrink, 0);
  scheduler.submitted(malleable(0, 8, 2, 100));
  scheduler.decide(Seconds(0), 8);
  scheduler.submitted(urgent(1, 6));
  scheduler.decide(Seconds(0), 0);
  scheduler.resized(0, 2, Seconds(0));
  scheduler.decide(Seconds(0), 6);
  scheduler.ended(1, Seconds(2));
  scheduler.submitted(rigid(2, 1, 10));
  EXPECT_THAT(scheduler.decide(Seconds(5), 6), ElementsAre(Decision{Kind::grow, 0, 8}));
  EXPECT_THAT(scheduler.decide(Seconds(5), 6), IsEmpty()) << "all six are promised";
  scheduler.resized(0, 5, Seconds(6));
  scheduler.obeyed(0, Seconds(6));
  EXPECT_THAT(scheduler.decide(Seconds(6), 3), ElementsAre(Decision{Kind::grow, 0, 8})) << "it has taken but three";
  scheduler.obeyed(0, Seconds(7));
  scheduler.ending(0);
  EXPECT_THAT(scheduler.decide(Seconds(7), 3), ElementsAre(Decision{Kind::start, 2, 1})) << "nothing for who ends";
}

TEST(Scheduler, GivesBackWhatAFailureTookIfTheJobDoesNotSeeToItItself) {
  for (const AfterLoss after_loss : {AfterLoss::keeps_the_rest, AfterLoss::finds_others}) {
    Scheduler scheduler(queue::fcfs, preemption::wait, 0);
    Request request = malleable(0, 4, 1, 100);
    request.after_loss = after_loss;
    scheduler.submitted(request);
    scheduler.decide(Seconds(0), 4);
    scheduler.resized(0, 3, Seconds(1));
    EXPECT_EQ(scheduler.decide(Seconds(1), 1).size(), after_loss == AfterLoss::keeps_the_rest ? 1 : 0);
  }
}

/// The limit of a job is counted on all its processors: on half of them it may run twice as long.
TEST(Scheduler, CountsLimitsOnWhatAJobHas) {
  Scheduler scheduler(queue::easy, preemption::wait, 0);
  scheduler.submitted(malleable(0, 8, 4, 100));
  scheduler.decide(Seconds(0), 8);
  scheduler.resized(0, 4, Seconds(50));
  scheduler.ending(0);
  for (const Request& request : {rigid(1, 8, 10), rigid(2, 2, 100), rigid(3, 2, 101)}) scheduler.submitted(request);
  EXPECT_THAT(scheduler.decide(Seconds(50), 4), ElementsAre(Decision{Kind::start, 2, 2}));
}

TEST(Scheduler, OnlyWhoCanStartOnFewerDoes) {
  for (const Flexibility flexibility : {Flexibility::mouldable, Flexibility::resizable}) {
    Scheduler scheduler(queue::fcfs, preemption::shrink, 0);
    Request request = malleable(1, 8, 4, 10);
    request.flexibility = flexibility;
    for (const Request& one : {rigid(0, 3, 1000), request}) scheduler.submitted(one);
    EXPECT_EQ(scheduler.decide(Seconds(0), 8).size(), starts_on_fewer(flexibility) ? 2 : 1);
  }
}

/// Three of four that work take 133.3 s for 100 s on all of them.
TEST(Scheduler, HelpersDoNotMakeAJobFaster) {
  Request request = malleable(1, 6, 4, 100);
  request.helpers = 2;
  for (const double limit_s : {33, 34}) {
    Scheduler scheduler(queue::fcfs, preemption::wait, 0);
    for (const Request& one : {rigid(0, 6, limit_s), request}) scheduler.submitted(one);
    EXPECT_EQ(scheduler.decide(Seconds(0), 11).size(), limit_s == 33 ? 1 : 2);
  }
}

TEST(Scheduler, RejectsWhoCanNeverStartSoThatOthersDo) {
  Scheduler scheduler(queue::fcfs, preemption::idle, 1);
  for (const Request& request : {rigid(0, 4, 10), malleable(1, 4, 2, 10), rigid(2, 1, 10), urgent(3, 4)})
    scheduler.submitted(request);
  scheduler.capacity_changed(4);
  EXPECT_THAT(scheduler.decide(Seconds(0), 0), ElementsAre(Decision{Kind::reject, 0}));
  EXPECT_THAT(scheduler.decide(Seconds(1), 4), ElementsAre(Decision{Kind::start, 3, 4}));
  scheduler.ended(3, Seconds(2));
  scheduler.capacity_changed(2);
  EXPECT_THAT(scheduler.decide(Seconds(2), 2), ElementsAre(Decision{Kind::reject, 1}, Decision{Kind::start, 2, 1}));
}

TEST(Scheduler, WithoutALimitAJobStartsOnFewerOnlyIfItCanNeverHaveAll) {
  Scheduler scheduler(queue::fcfs, preemption::wait, 0);
  Request request = malleable(0, 4, 2, 0);
  request.limit = never;
  scheduler.submitted(request);
  scheduler.capacity_changed(4);
  EXPECT_THAT(scheduler.decide(Seconds(0), 3), IsEmpty());
  scheduler.capacity_changed(3);
  EXPECT_THAT(scheduler.decide(Seconds(0), 3), ElementsAre(Decision{Kind::start, 0, 3}));
}

} // namespace
} // namespace daruma::batch
