// Jobs that change their sizes by themselves: schedules by hand, beside a naive version, and what has to hold always.
#include "sim/batch/centre_metrics.hpp"
#include "tests/sim/batch/naive_evolving.hpp"
#include "tests/sim/batch/nodes_that_fail.hpp"
#include "tests/sim/batch/random_jobs.hpp"
#include "tests/sim/batch/sizes_of_jobs.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace daruma::batch {
namespace {

using scenario::GrowthRequests;
using test::SizesOfJobs;
using test::SizeSpan;
using testing::ElementsAre;

Job evolving(double submit_s, double run_s, int processors) {
  Job job = test::job(submit_s, run_s, processors);
  job.limit = Seconds(10 * run_s);
  job.flexibility = Flexibility::evolving;
  return job;
}

Rules on(int processors, std::vector<scenario::SizeChange> evolution,
         GrowthRequests requests = GrowthRequests::before_queue) {
  Rules rules = test::rules_of(processors, "rerun");
  rules.queue = &queue::fcfs;
  rules.evolution = std::move(evolution);
  rules.requests = requests;
  rules.costs.reconfiguration = Reconfiguration::free;
  return rules;
}

TEST(Evolving, GoesOnWithWhatItHasUntilItGetsAllThatItAskedFor) {
  // Half of it is done at 50 s. Six of ten are another's until 80 s; then 20 s of work on four take 10 s on eight.
  SizesOfJobs sizes;
  const History history = simulate({evolving(0, 100, 4), test::job(0, 80, 6)}, on(10, {{0.5, 2}}), nullptr, &sizes);
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 80, 4}, SizeSpan{80, 90, 8}));
  EXPECT_EQ(history.growth.requests, 1);
  EXPECT_EQ(history.growth.granted, 1);
  EXPECT_EQ(history.growth.waited, Seconds(30));
  EXPECT_EQ(history.outcomes[0].resizes, 1);
}

TEST(Evolving, GivesWhatItNeedsNoMoreAtOnce) {
  SizesOfJobs sizes;
  const History history = simulate({evolving(0, 100, 4), test::job(10, 5, 2)}, on(4, {{0.5, 0.5}}), nullptr, &sizes);
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 50, 4}, SizeSpan{50, 150, 2}));
  EXPECT_EQ(history.outcomes[1].start, Seconds(50));
  EXPECT_EQ(history.growth.requests, 0);
}

TEST(Evolving, AsksBeforeTheQueueOrBehindIt) {
  // At 50 s four of eight are free, and one waits for six of them.
  const std::vector<Job> jobs{evolving(0, 100, 4), test::job(10, 20, 6)};
  SizesOfJobs before;
  simulate(jobs, on(8, {{0.5, 2}}, GrowthRequests::before_queue), nullptr, &before);
  EXPECT_THAT(before[0], ElementsAre(SizeSpan{0, 50, 4}, SizeSpan{50, 75, 8}));
  SizesOfJobs after;
  const History history = simulate(jobs, on(8, {{0.5, 2}}, GrowthRequests::after_queue), nullptr, &after);
  EXPECT_THAT(after[0], ElementsAre(SizeSpan{0, 100, 4}));
  EXPECT_EQ(history.growth.requests, 1);
  EXPECT_EQ(history.growth.granted, 0);
}

TEST(Evolving, WhoseRequestIsSmallEnoughGetsItThoughAnotherAskedBefore) {
  // The first asks for four more at 50 s, the second for two more at 60 s; two of ten are free.
  SizesOfJobs sizes;
  simulate({evolving(0, 100, 4), evolving(20, 80, 2), test::job(0, 200, 2)}, on(10, {{0.5, 2}}), nullptr, &sizes);
  EXPECT_THAT(sizes[1], ElementsAre(SizeSpan{20, 60, 2}, SizeSpan{60, 80, 4}));
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 80, 4}, SizeSpan{80, 90, 8}));
}

TEST(Evolving, NeedsNeitherMoreThanThereIsNorLessThanOne) {
  SizesOfJobs sizes;
  simulate({evolving(0, 100, 4)}, on(6, {{0.25, 100}, {0.75, 0.001}}), nullptr, &sizes);
  ASSERT_EQ(sizes[0].size(), 3U);
  EXPECT_EQ(sizes[0][1].processors, 6);
  EXPECT_EQ(sizes[0][2].processors, 1);
}

TEST(Evolving, IsToldOfNoMoreOnceItHasCome) {
  // It asks for eight, and before it gets them needs only two.
  SizesOfJobs sizes;
  const History history =
      simulate({evolving(0, 100, 4), test::job(0, 90, 6)}, on(10, {{0.5, 2}, {0.8, 0.5}}), nullptr, &sizes);
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 80, 4}, SizeSpan{80, 120, 2}));
  EXPECT_EQ(history.growth.granted, 0);
}

TEST(Evolving, PaysForItsChangesOfSize) {
  // A change takes a second (test::rules_of).
  Rules rules = on(8, {{0.5, 2}});
  rules.costs.reconfiguration = Reconfiguration::priced;
  SizesOfJobs sizes;
  const History history = simulate({evolving(0, 100, 4)}, rules, nullptr, &sizes);
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 50, 4}, SizeSpan{50, 76, 8}));
  EXPECT_EQ(history.ledger.resizing, Seconds(8));
}

TEST(Evolving, HasTheSizeOfItsCheckpointsStageWhenItStartsAgain) {
  // A checkpoint takes a second, after each 10 s of work: half of it is done at 54 s, when it grows and has a
  // checkpoint. Node 0 fails at 60 s. It loads for a second, and needs four again; 50 s of work on two take 25 s, and 2
  // s of saving.
  Rules rules = test::with_period(on(8, {{0.5, 2}}), 10);
  rules.failure = &on_failure::restart;
  SizesOfJobs sizes;
  const History history =
      simulate({evolving(0, 100, 2)}, rules, list_faults({{Seconds(60), 0, Seconds(1000)}}), &sizes);
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 54, 2}, SizeSpan{54, 60, 4}, SizeSpan{60, 61, 2}, SizeSpan{61, 88, 4}));
  EXPECT_EQ(history.growth.requests, 2);
}

TEST(Evolving, IsRigidToUrgentJobs) {
  Rules rules = on(8, {{0.5, 2}});
  rules.preemption = &preemption::shrink;
  Job urgent = test::job(10, 5, 6);
  urgent.is_urgent = true;
  const History history = simulate({evolving(0, 100, 4), urgent}, rules);
  EXPECT_EQ(history.outcomes[1].start, history.outcomes[0].end);
}

// --- Random logs

constexpr int processors_of_evolving = 32;
const std::vector<scenario::SizeChange> three_changes{{0.2, 2.5}, {0.5, 0.4}, {0.7, 1.5}};

std::vector<Job> random_evolving(std::uint64_t seed) {
  RandomStream random(seed, 0, "evolving");
  std::vector<Job> jobs;
  double time = 0;
  for (int i = 0; i < 80; ++i) {
    time += 4 * random.uniform();
    Job one = test::job(time, 1 + 12 * random.uniform(), static_cast<int>(1 + random.below(24)));
    if (random.below(3) > 0) one.flexibility = Flexibility::evolving;
    one.serial_share = 0.05 * random.uniform();
    jobs.push_back(one);
  }
  return jobs;
}

TEST(RandomEvolving, IsAsTheNaiveVersionHasIt) {
  int granted = 0;
  for (const GrowthRequests requests : {GrowthRequests::before_queue, GrowthRequests::after_queue})
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      const std::vector<Job> jobs = random_evolving(seed);
      const History history = simulate(jobs, on(processors_of_evolving, three_changes, requests));
      test::NaiveEvolving naive(jobs, processors_of_evolving, three_changes, requests == GrowthRequests::before_queue);
      const std::vector<double> ends = naive.run();
      for (std::size_t job = 0; job < jobs.size(); ++job)
        ASSERT_NEAR(history.outcomes[job].end.count(), ends[job], 1e-6) << "job " << job << " of seed " << seed;
      EXPECT_LE(naive.most_at_once(), processors_of_evolving);
      granted += history.growth.granted;
    }
  EXPECT_GT(granted, 1000) << "or nothing much was tested";
}

TEST(RandomEvolving, KeepsTheLedgerUnderEachDiscipline) {
  for (const Reconfiguration reconfiguration : {Reconfiguration::free, Reconfiguration::priced})
    for (const QueuePolicy* queue : queue_policies()) {
      Rules rules = on(processors_of_evolving, three_changes);
      rules.queue = queue;
      rules.costs.reconfiguration = reconfiguration;
      SizesOfJobs sizes;
      const History history = simulate(random_evolving(99), rules, nullptr, &sizes);
      EXPECT_GE(sizes.least_free(), 0) << queue->name;
      EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-9 * history.capacity.count());
      EXPECT_EQ(history.ledger.resizing > Seconds(0), reconfiguration == Reconfiguration::priced);
      for (const JobOutcome& outcome : history.outcomes)
        EXPECT_EQ(outcome.fate, JobOutcome::Fate::finished) << queue->name;
    }
}

} // namespace
} // namespace daruma::batch
