#include "sim/batch/queue_policy.hpp"

#include <gmock/gmock.h>

namespace daruma::batch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Seconds at{100};

/// Ten processors, of which six are busy until 150 s and two until 200 s.
const std::vector<RunningJob> running{{Seconds(150), 1, 6}, {Seconds(200), 2, 2}};
constexpr int left = 2;

std::vector<WaitingJob> waiting(const std::vector<std::pair<int, double>>& jobs) {
  std::vector<WaitingJob> queue;
  for (const auto& [processors, limit_s] : jobs) queue.push_back({10 + queue.size(), processors, {}, Seconds(limit_s)});
  return queue;
}

std::vector<std::size_t> chosen(const QueuePolicy& policy, Seconds now, int free, const std::vector<WaitingJob>& queue,
                                const std::vector<RunningJob>& busy) {
  return policy.choose({now, free, queue, busy, {}}).places;
}

TEST(Fcfs, StartsInOrderUntilOneDoesNotFit) {
  EXPECT_THAT(chosen(queue::fcfs, at, left, waiting({{1, 10}, {2, 10}, {1, 10}}), running), ElementsAre(0));
  EXPECT_THAT(chosen(queue::fcfs, at, left, waiting({{1, 10}, {1, 10}, {1, 10}}), running), ElementsAre(0, 1));
  EXPECT_THAT(chosen(queue::fcfs, at, left, waiting({{3, 10}, {1, 10}}), running), IsEmpty());
  EXPECT_THAT(chosen(queue::fcfs, at, left, {}, running), IsEmpty());
}

TEST(Easy, AJobThatIsOverBeforeTheFirstCanStartGoesAhead) {
  // 8 processors are there at 150 s: then nothing is spare.
  EXPECT_THAT(chosen(queue::easy, at, left, waiting({{8, 10}, {1, 50}, {1, 51}}), running), ElementsAre(1));
}

TEST(Easy, AJobThatStaysOnProcessorsThatTheFirstLeavesGoesAhead) {
  // At 150 s the first takes 7 of 8.
  EXPECT_THAT(chosen(queue::easy, at, left, waiting({{7, 10}, {1, 1000}, {1, 1000}}), running), ElementsAre(1));
  EXPECT_THAT(chosen(queue::easy, at, left, waiting({{7, 10}, {2, 1000}, {1, 1000}}), running), ElementsAre(2));
}

TEST(Easy, AJobThatIsOverInTimeTakesNothingOfWhatIsSpare) {
  EXPECT_THAT(chosen(queue::easy, at, left, waiting({{7, 10}, {1, 50}, {1, 1000}}), running), ElementsAre(1, 2));
}

TEST(Easy, WhatStartsNowCountsForTheReservation) {
  // The first starts and stays until 120 s. The second needs all ten, at 200 s; until then one processor is free.
  EXPECT_THAT(chosen(queue::easy, at, left, waiting({{1, 20}, {10, 10}, {1, 101}, {1, 100}}), running),
              ElementsAre(0, 3));
}

TEST(Easy, AllThatEndsWithTheReservationIsSpareThen) {
  const std::vector<RunningJob> together{{Seconds(150), 1, 6}, {Seconds(150), 2, 2}};
  EXPECT_THAT(chosen(queue::easy, at, left, waiting({{8, 10}, {2, 1000}}), together), ElementsAre(1));
}

TEST(Easy, OnlyTheFirstIsProtected) {
  // The third delays the second, which has no reservation.
  EXPECT_THAT(chosen(queue::easy, at, left, waiting({{6, 10}, {4, 10}, {2, 1000}}), running), ElementsAre(2));
}

TEST(Easy, WhoIsBeyondItsLimitIsExpectedToEndAtAnyMoment) {
  const std::vector<RunningJob> late{{Seconds(50), 1, 8}};
  EXPECT_EQ(reserve(8, left, late, at).start, at);
  EXPECT_THAT(chosen(queue::easy, at, left, waiting({{10, 10}, {1, 10}}), late), IsEmpty());
}

TEST(QueuePolicies, AreFoundByName) {
  for (const QueuePolicy* policy : queue_policies()) EXPECT_EQ(find_entry(queue_policies(), policy->name), policy);
  EXPECT_EQ(find_entry(queue_policies(), "lottery"), nullptr);
  EXPECT_EQ(names_of(queue_policies()).front(), "fcfs");
}

} // namespace
} // namespace daruma::batch
