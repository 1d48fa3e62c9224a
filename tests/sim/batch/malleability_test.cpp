// How malleable jobs share processors: strategies as functions, schedules by hand, and beside a naive version.
#include "sim/batch/centre_metrics.hpp"
#include "tests/sim/batch/mixed_centre.hpp"
#include "tests/sim/batch/naive_sharing.hpp"
#include "tests/sim/batch/sizes_of_jobs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <ostream>

namespace daruma::batch {

// Found by gmock.
void PrintTo(const ResizeDecision& one, std::ostream* out) { *out << one.job << " on " << one.keeps; }

namespace {

using test::SizesOfJobs;
using test::SizeSpan;
using testing::ElementsAre;
using testing::IsEmpty;

const MalleabilityStrategy& strategy_of(std::string_view name) { return *find_entry(malleability_strategies(), name); }

/// 8 processors of 2 to 10, preferred 4; 5 of 1 to 5, preferred 5; 6 of 4 to 20, preferred 12.
const MalleableJobs three{{1, 8, {2, 4, 10}}, {2, 5, {1, 5, 5}}, {3, 6, {4, 12, 20}}};

TEST(Min, TakesFromWhoHasMostBeyondItsLeastAndGivesToWhoHasFewest) {
  const Room room = malleability::min.make_room({7, 9, 9}, 0, three); // beyond their least: 6, 4, 2
  EXPECT_EQ(room.processors, 7);
  EXPECT_THAT(room.shrinks, ElementsAre(ResizeDecision{1, 2}, ResizeDecision{2, 4}));
  EXPECT_EQ(malleability::min.make_room({13, 13, 13}, 0, three).processors, 0);
  EXPECT_THAT(malleability::min.make_room({3, 9, 9}, 3, three).shrinks, IsEmpty());
  EXPECT_THAT(malleability::min.grow(15, three), ElementsAre(ResizeDecision{1, 9}, ResizeDecision{3, 20}));
}

TEST(Average, EvensOutThePartsOfTheirRanges) {
  // The parts are 6/8, 4/4 and 2/16. One of the second leaves 3/4, as the first has; then the first, the second, ...
  EXPECT_THAT(malleability::average.make_room({4, 9, 9}, 1, three).shrinks,
              ElementsAre(ResizeDecision{1, 7}, ResizeDecision{2, 3}));
  EXPECT_EQ(malleability::average.make_room({13, 13, 13}, 0, three).processors, 0);
  EXPECT_THAT(malleability::average.grow(4, three), ElementsAre(ResizeDecision{3, 10}));
  EXPECT_THAT(malleability::average.grow(100, three), ElementsAre(ResizeDecision{1, 10}, ResizeDecision{3, 20}));
}

TEST(Preferred, TakesWhatIsBeyondThePreferredSizesFirst) {
  EXPECT_EQ(malleability::preferred.make_room({2, 4, 8}, 3, three).processors, 3)
      << "what is there of its preferred size";
  const Room whole = malleability::preferred.make_room({2, 4, 8}, 0, three);
  EXPECT_EQ(whole.processors, 4);
  EXPECT_THAT(whole.shrinks, ElementsAre(ResizeDecision{1, 4}));
  const Room least = malleability::preferred.make_room({2, 5, 8}, 0, three);
  EXPECT_EQ(least.processors, 2);
  EXPECT_THAT(least.shrinks, ElementsAre(ResizeDecision{1, 6}));
  const Room from_all = malleability::preferred.make_room({7, 9, 9}, 0, three);
  EXPECT_EQ(from_all.processors, 7);
  EXPECT_THAT(from_all.shrinks, ElementsAre(ResizeDecision{1, 2}, ResizeDecision{2, 4}));
  EXPECT_EQ(malleability::preferred.make_room({13, 13, 13}, 0, three).processors, 0);
  EXPECT_THAT(malleability::preferred.grow(5, three), ElementsAre(ResizeDecision{3, 11}));
  EXPECT_THAT(malleability::preferred.grow(7, three), ElementsAre(ResizeDecision{3, 13}))
      << "all have their preferred size, and none has less beyond it";
}

TEST(KeepPreferred, ShrinksNobodyBelowItsPreferredSize) {
  EXPECT_THAT(malleability::keep_preferred.make_room({2, 4, 8}, 0, three).shrinks, ElementsAre(ResizeDecision{1, 4}));
  EXPECT_EQ(malleability::keep_preferred.make_room({5, 9, 9}, 0, three).processors, 0);
}

TEST(MaxSteal, TakesAllThatCanBeHadFromTheLargest) {
  const Room room = malleability::max_steal.make_room({3, 4, 9}, 1, three);
  EXPECT_EQ(room.processors, 9);
  EXPECT_THAT(room.shrinks, ElementsAre(ResizeDecision{1, 2}, ResizeDecision{3, 4}));
  EXPECT_EQ(malleability::max_steal.make_room({3, 4, 40}, 1, three).processors, 13);
  EXPECT_EQ(malleability::max_steal.make_room({14, 14, 14}, 1, three).processors, 0);
  EXPECT_THAT(malleability::max_steal.grow(5, three), ElementsAre(ResizeDecision{1, 10}, ResizeDecision{3, 9}));
}

// --- Schedules

Job malleable(double submit_s, double run_s, int least, int preferred, int most) {
  Job job = test::job(submit_s, run_s, preferred);
  job.limit = Seconds(10 * run_s);
  job.flexibility = Flexibility::malleable;
  job.fewest = least;
  job.most = most;
  return job;
}

Rules sharing(std::string_view strategy, int processors, Reconfiguration reconfiguration = Reconfiguration::free) {
  Rules rules = test::rules_of(processors, "rerun");
  rules.queue = &queue::fcfs;
  rules.strategy = &strategy_of(strategy);
  rules.costs.reconfiguration = reconfiguration;
  return rules;
}

SizesOfJobs& simulated(SizesOfJobs& sizes, std::string_view strategy, const std::vector<Job>& jobs) {
  simulate(jobs, sharing(strategy, 8), nullptr, &sizes);
  return sizes;
}

/// On eight processors: 380 and 200 s of one processor, 2 to 8, and 20 s of one to four.
std::vector<Job> jobs_by_hand(double second_at) {
  return {malleable(0, 95, 2, 4, 8), malleable(second_at, 50, 2, 4, 8), malleable(20, 10, 1, 2, 4)};
}

TEST(SharingByHand, Min) {
  SizesOfJobs sizes;
  simulated(sizes, "min", jobs_by_hand(10));
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 10, 8}, SizeSpan{10, 20, 6}, SizeSpan{20, 68, 5}));
  EXPECT_THAT(sizes[1], ElementsAre(SizeSpan{10, 40, 2}, SizeSpan{40, 68, 3}, SizeSpan{68, 75, 8}));
  EXPECT_THAT(sizes[2], ElementsAre(SizeSpan{20, 40, 1}));
}

TEST(SharingByHand, Average) {
  SizesOfJobs sizes;
  simulated(sizes, "average", jobs_by_hand(0));
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 20, 4}, SizeSpan{20, 40, 3}, SizeSpan{40, 50, 4}, SizeSpan{50, 75, 8}));
  EXPECT_THAT(sizes[1], ElementsAre(SizeSpan{0, 50, 4}));
  EXPECT_THAT(sizes[2], ElementsAre(SizeSpan{20, 40, 1}));
}

TEST(SharingByHand, Preferred) {
  SizesOfJobs sizes;
  simulated(sizes, "preferred", jobs_by_hand(10));
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 10, 8}, SizeSpan{10, 20, 4}, SizeSpan{20, 40, 3}, SizeSpan{40, 60, 4},
                                    SizeSpan{60, 75, 8}));
  EXPECT_THAT(sizes[1], ElementsAre(SizeSpan{10, 60, 4}));
  EXPECT_THAT(sizes[2], ElementsAre(SizeSpan{20, 40, 1}));
}

TEST(SharingByHand, KeepPreferred) {
  SizesOfJobs sizes;
  simulated(sizes, "keep-preferred", jobs_by_hand(10));
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 10, 8}, SizeSpan{10, 60, 4}, SizeSpan{60, 70, 6}, SizeSpan{70, 75, 8}));
  EXPECT_THAT(sizes[1], ElementsAre(SizeSpan{10, 60, 4}));
  EXPECT_THAT(sizes[2], ElementsAre(SizeSpan{60, 70, 2})) << "nobody had more than it preferred when it came";
}

TEST(SharingByHand, MaxSteal) {
  std::vector<Job> jobs = jobs_by_hand(10);
  jobs[1].run = Seconds(60);
  SizesOfJobs sizes;
  simulated(sizes, "max-steal", jobs);
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 10, 8}, SizeSpan{10, 25, 2}, SizeSpan{25, 70, 6}));
  EXPECT_THAT(sizes[1], ElementsAre(SizeSpan{10, 20, 6}, SizeSpan{20, 70, 2}, SizeSpan{70, 80, 8}));
  EXPECT_THAT(sizes[2], ElementsAre(SizeSpan{20, 25, 4}));
}

TEST(SharingByHand, WhatAChangeOfSizeCostsIsPaidByWhoChanges) {
  // A change takes a second: of those who go on, and of the processors that are given.
  const std::vector<Job> jobs{malleable(0, 93, 2, 4, 8), malleable(10, 50, 2, 4, 8)};
  SizesOfJobs sizes;
  const History history = simulate(jobs, sharing("min", 8, Reconfiguration::priced), nullptr, &sizes);
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 10, 8}, SizeSpan{10, 61, 6})) << "9 s on 8 and 50 s on 6 processors";
  EXPECT_THAT(sizes[1], ElementsAre(SizeSpan{11, 61, 2}, SizeSpan{61, 74.5, 8}));
  EXPECT_EQ(history.ledger.resizing, Seconds(8 + 6 + 2 + 8));
  EXPECT_EQ(history.outcomes[0].resizes, 2);
}

TEST(Sharing, TheFirstOfTheQueueGetsRoomBeforeOthersGoAhead) {
  // A rigid job of 7 waits for the malleable one, which cannot give that; the third would fit, and may not go ahead.
  const std::vector<Job> jobs{malleable(0, 10, 2, 4, 8), test::job(1, 5, 7), malleable(2, 5, 1, 1, 1)};
  Rules rules = sharing("min", 8);
  const History history = simulate(jobs, rules);
  EXPECT_EQ(history.outcomes[1].start, history.outcomes[0].end);
  rules.strategy = nullptr;
  EXPECT_LT(history.outcomes[0].end, simulate(jobs, rules).outcomes[0].end) << "it had more than it asked for";
}

TEST(Sharing, WhoHadMoreThanItAskedForIsThroughSoonerInTheMetrics) {
  const std::vector<Job> jobs{malleable(0, 95, 2, 4, 8)};
  results::Result result;
  report_jobs(jobs, simulate(jobs, sharing("min", 8)), 8, result);
  EXPECT_EQ(result.metrics.at("makespan_s"), 47.5);
  EXPECT_EQ(result.metrics.at("utilisation"), 1);
}

TEST(Sharing, UrgentJobsTakeWhatTheyNeedBeforeAnybodyGrows) {
  Rules rules = sharing("preferred", 8);
  rules.preemption = &preemption::shrink;
  Job urgent = test::job(10, 5, 6);
  urgent.is_urgent = true;
  SizesOfJobs sizes;
  const History history = simulate({malleable(0, 95, 2, 4, 8), urgent}, rules, nullptr, &sizes);
  EXPECT_THAT(sizes[0], ElementsAre(SizeSpan{0, 10, 8}, SizeSpan{10, 15, 2}, SizeSpan{15, 51.25, 8}));
  EXPECT_EQ(history.outcomes[1].start, Seconds(10));
}

// --- Random logs

constexpr int processors_of_random = 32;

/// Times are drawn so that nothing happens at the same time by chance.
std::vector<Job> random_sharing(std::uint64_t seed, int count) {
  RandomStream random(seed, 0, "sharing");
  std::vector<Job> jobs;
  double time = 0;
  for (int i = 0; i < count; ++i) {
    time += 4 * random.uniform();
    Job one = test::job(time, 1 + 12 * random.uniform(), static_cast<int>(1 + random.below(24)));
    if (random.below(4) > 0) {
      one.flexibility = Flexibility::malleable;
      one.fewest = static_cast<int>(1 + random.below(static_cast<std::uint64_t>(one.processors)));
      one.most = one.processors + static_cast<int>(random.below(8));
      one.serial_share = 0.05 * random.uniform();
    }
    jobs.push_back(one);
  }
  return jobs;
}

class RandomSharing : public testing::TestWithParam<std::string_view> {};

TEST_P(RandomSharing, IsAsTheNaiveVersionHasIt) {
  int resizes = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::vector<Job> jobs = random_sharing(seed, 80);
    SizesOfJobs sizes;
    const History history = simulate(jobs, sharing(GetParam(), processors_of_random), nullptr, &sizes);
    std::map<std::size_t, std::vector<SizeSpan>> naive;
    for (const test::SizeFrom& one : test::NaiveSharing(jobs, processors_of_random, std::string(GetParam())).run()) {
      if (!naive[one.job].empty()) naive[one.job].back().to = one.from;
      if (one.processors > 0) naive[one.job].push_back({one.from, 0, one.processors});
    }
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      ASSERT_EQ(sizes[job], naive[job]) << "job " << job << " of seed " << seed;
      resizes += history.outcomes[job].resizes;
    }
  }
  EXPECT_GT(resizes, 1000) << "or nothing much was tested";
}

TEST_P(RandomSharing, StaysWithinTheSizesOfJobsAndTheMachine) {
  for (const Reconfiguration reconfiguration : {Reconfiguration::free, Reconfiguration::priced})
    for (const QueuePolicy* queue : queue_policies()) {
      const std::vector<Job> jobs = random_sharing(99, 80);
      Rules rules = sharing(GetParam(), processors_of_random, reconfiguration);
      rules.queue = queue;
      SizesOfJobs sizes;
      const History history = simulate(jobs, rules, nullptr, &sizes);
      EXPECT_GE(sizes.least_free(), 0);
      EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-9 * history.capacity.count());
      EXPECT_EQ(history.ledger.resizing > Seconds(0), reconfiguration == Reconfiguration::priced);
      for (std::size_t job = 0; job < jobs.size(); ++job) {
        ASSERT_EQ(history.outcomes[job].fate, JobOutcome::Fate::finished) << queue->name;
        const bool is_rigid = jobs[job].flexibility == Flexibility::rigid;
        for (const SizeSpan& part : sizes[job]) {
          EXPECT_GE(part.processors, is_rigid ? jobs[job].processors : jobs[job].fewest);
          EXPECT_LE(part.processors, is_rigid ? jobs[job].processors : jobs[job].most);
        }
      }
    }
}

/// Without a serial part a job's work is the same on any number of processors.
TEST_P(RandomSharing, DoesTheSameWorkWhereChangesOfSizeAreFree) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    std::vector<Job> jobs = random_sharing(seed, 80);
    for (Job& one : jobs) one.serial_share = 0;
    const History history = simulate(jobs, sharing(GetParam(), processors_of_random));
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      const double work = jobs[job].run.count() * jobs[job].processors;
      ASSERT_NEAR(history.outcomes[job].occupied.count(), work, 1e-9 * work);
    }
  }
}

TEST_P(RandomSharing, ComesThroughFailuresAndUrgentJobs) {
  for (const test::Policies& policies : test::all_pairs()) {
    Rules rules = test::rules_of(policies);
    rules.strategy = &strategy_of(GetParam());
    const std::vector<Job> jobs = test::mixed_jobs(7);
    const History history = simulate(jobs, rules, list_faults(test::mixed_faults(7)));
    EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-9 * history.capacity.count());
    for (const JobOutcome& outcome : history.outcomes) EXPECT_NE(outcome.fate, JobOutcome::Fate::pending);
  }
}

TEST_P(RandomSharing, ChangesNothingWhereAllAreRigid) {
  const std::vector<Job> jobs = test::random_jobs(5, 200, processors_of_random);
  for (const QueuePolicy* queue : queue_policies()) {
    Rules rules = sharing(GetParam(), processors_of_random);
    rules.queue = queue;
    const History with = simulate(jobs, rules);
    rules.strategy = nullptr;
    const History without = simulate(jobs, rules);
    for (std::size_t job = 0; job < jobs.size(); ++job)
      ASSERT_EQ(with.outcomes[job].start, without.outcomes[job].start) << queue->name << ", job " << job;
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, RandomSharing,
                         testing::Values("min", "average", "preferred", "keep-preferred", "max-steal"));

} // namespace
} // namespace daruma::batch
