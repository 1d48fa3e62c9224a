#include "sim/batch/centre_metrics.hpp"

#include "tests/sim/batch/random_jobs.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace daruma::batch {
namespace {

using test::job;
using test::random_jobs;
using test::starts_of;
using testing::ElementsAre;

/// Four processors. The first two run side by side; the third needs all and waits until 10 s by limits, in fact 8 s.
/// The fourth is over in time and goes ahead; the fifth would not be; the sixth finds no room.
const std::vector<Job> six_jobs{
    job(0, 8, 10, 2), job(0, 4, 5, 1), job(1, 3, 3, 4), job(2, 6, 8, 1), job(3, 20, 20, 1), job(6, 1, 1, 1),
};

TEST(Schedule, FcfsByHand) {
  EXPECT_THAT(starts_of(six_jobs, 4, "fcfs"),
              ElementsAre(Seconds(0), Seconds(0), Seconds(8), Seconds(11), Seconds(11), Seconds(11)));
}

TEST(Schedule, EasyByHand) {
  // The fourth's limit is over at 10 s: it starts at once. At 4 s a processor is free, but the fifth would stay beyond
  // 10 s; the sixth comes at 6 s and goes. At 8 s all four are free for the third, at 11 s one for the fifth.
  EXPECT_THAT(starts_of(six_jobs, 4, "easy"),
              ElementsAre(Seconds(0), Seconds(0), Seconds(8), Seconds(2), Seconds(11), Seconds(6)));
}

TEST(Schedule, WhoEndsMakesRoomForWhoComesAtTheSameTime) {
  EXPECT_THAT(starts_of({job(0, 5, 5, 4), job(5, 1, 1, 4)}, 4, "easy"), ElementsAre(Seconds(0), Seconds(5)));
}

TEST(Schedule, AJobOfALogIsCutAtWhatItAskedFor) {
  LoggedJob logged;
  logged.submit = Seconds(3);
  logged.run = Seconds(70);
  logged.processors = 2;
  EXPECT_EQ(as_logged(logged).run, Seconds(70));
  EXPECT_EQ(as_logged(logged).limit, Seconds(70));
  logged.asked = Seconds(60);
  EXPECT_EQ(as_logged(logged).run, Seconds(60));
  logged.asked = Seconds(80);
  EXPECT_EQ(as_logged(logged).run, Seconds(70));
  EXPECT_EQ(as_logged(logged).limit, Seconds(80));
  EXPECT_EQ(as_logged(logged).submit, Seconds(3));
  EXPECT_EQ(as_logged(logged).processors, 2);
}

TEST(Statistics, ByHand) {
  const Statistics all = statistics({{Seconds(10), Seconds(10), Seconds(100), 4}, // slowdown 1
                                     {Seconds(20), Seconds(110), Seconds(30), 2}, // (90 + 30) / 30
                                     {Seconds(30), Seconds(110), Seconds(2), 1}}, // (80 + 2) / 10
                                    8);
  EXPECT_DOUBLE_EQ(all.mean_wait.count(), (0.0 + 90 + 80) / 3);
  EXPECT_DOUBLE_EQ(all.mean_bounded_slowdown, (1 + 4 + 8.2) / 3);
  EXPECT_DOUBLE_EQ(all.makespan.count(), 130);
  EXPECT_DOUBLE_EQ(all.utilisation, (400 + 60 + 2) / (130.0 * 8));
}

TEST(Statistics, AJobUsesWhatItHadAndNotWhatItAskedFor) {
  Execution moulded{Seconds(0), Seconds(0), Seconds(100), 8};
  moulded.used = Seconds(400);
  EXPECT_DOUBLE_EQ(statistics({moulded}, 8).utilisation, 0.5);
}

TEST(Statistics, WaitsBesideIdleProcessorsAreNeedless) {
  const Execution first{Seconds(0), Seconds(0), Seconds(10), 3}; // one of four is idle until 10 s
  const Execution wide{Seconds(2), Seconds(10), Seconds(1), 2};
  const Execution late{Seconds(4), Seconds(10), Seconds(1), 1}; // could have been there at 4 s
  EXPECT_DOUBLE_EQ(needless_wait({first, wide}, 4), 0);
  EXPECT_DOUBLE_EQ(needless_wait({first, wide, late}, 4), 6.0 / (8 + 6));
  EXPECT_DOUBLE_EQ(needless_wait({{Seconds(0), Seconds(5), Seconds(1), 4}}, 4), 1) << "before all others";
  EXPECT_DOUBLE_EQ(needless_wait({first}, 4), 0) << "nobody waited";
}

TEST(Statistics, WorkOnMoreProcessorsThanThereAreIsOverbooked) {
  const Execution first{Seconds(0), Seconds(0), Seconds(10), 3};
  const Execution second{Seconds(0), Seconds(5), Seconds(10), 3};
  EXPECT_DOUBLE_EQ(overbooked({first, second}, 4), 2 * 5 / 60.0);
  EXPECT_DOUBLE_EQ(overbooked({first, second}, 6), 0);
}

TEST(Statistics, UnderFcfsTheFirstThatWaitsDoesNotWaitNeedlessly) {
  const std::vector<Seconds> starts = starts_of({job(0, 5, 5, 3), job(1, 5, 5, 2)}, 4, "fcfs");
  EXPECT_DOUBLE_EQ(needless_wait({{Seconds(0), starts[0], Seconds(5), 3}, {Seconds(1), starts[1], Seconds(5), 2}}, 4),
                   0);
}

double overbooked_by(const std::vector<Job>& jobs, const std::vector<Seconds>& starts, int processors) {
  std::vector<Execution> executions;
  for (std::size_t i = 0; i < jobs.size(); ++i)
    executions.push_back({jobs[i].submit, starts[i], jobs[i].run, jobs[i].processors});
  return overbooked(executions, processors);
}

TEST(Schedule, NobodyStartsBeforeItComesAndNoProcessorServesTwo) {
  for (const QueuePolicy* policy : queue_policies())
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<Job> jobs = random_jobs(1000 + seed, 100, 16);
      const std::vector<Seconds> starts = starts_of(jobs, 16, policy->name);
      ASSERT_EQ(starts.size(), jobs.size());
      for (std::size_t i = 0; i < jobs.size(); ++i) ASSERT_GE(starts[i], jobs[i].submit) << policy->name;
      ASSERT_EQ(overbooked_by(jobs, starts, 16), 0) << policy->name;
    }
}

} // namespace
} // namespace daruma::batch
