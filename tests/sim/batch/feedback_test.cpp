// Users who wait for the ends of their jobs: by hand, from a log, and as jobs of the same times without feedback.
#include "sim/batch/feedback.hpp"

#include "tests/sim/batch/naive_centre.hpp"
#include "tests/sim/batch/nodes_that_fail.hpp"
#include "tests/sim/batch/random_jobs.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace daruma::batch {
namespace {

using test::job;
using testing::ElementsAre;

Job following(Job one, std::size_t after, double think_s) {
  one.after = after;
  one.think = Seconds(think_s);
  return one;
}

TEST(Feedback, AJobComesItsThinkTimeAfterTheEndOfTheLast) {
  // The second comes at 12 s though the log says 3 s, and waits for the third, which came at 11 s; the fourth follows
  // the second, the fifth comes as logged.
  Rules rules;
  rules.nodes = 2;
  const std::vector<Job> jobs{job(0, 10, 10, 2), following(job(3, 4, 4, 2), 0, 2), job(11, 5, 5, 1),
                              following(job(20, 1, 1, 1), 1, 0), job(40, 1, 1, 1)};
  const History history = simulate(jobs, rules);
  std::vector<double> submits;
  std::vector<double> starts;
  for (const JobOutcome& one : history.outcomes) {
    submits.push_back(one.submit.count());
    starts.push_back(one.start.count());
  }
  EXPECT_THAT(submits, ElementsAre(0, 12, 11, 20, 40));
  EXPECT_THAT(starts, ElementsAre(0, 16, 11, 20, 40));
  EXPECT_EQ(history.outcomes[1].waited, Seconds(4));
}

TEST(Feedback, TheUserOfAJobThatIsLostGoesOn) {
  const History history = simulate({job(0, 10, 10, 2), following(job(1, 1, 1, 1), 0, 7)}, test::rules_of(2, "rerun"),
                                   list_faults({{Seconds(4), 1, never}}));
  EXPECT_EQ(history.outcomes[0].fate, JobOutcome::Fate::lost);
  EXPECT_EQ(history.outcomes[1].submit, history.outcomes[0].end + Seconds(7));
  EXPECT_EQ(history.outcomes[1].fate, JobOutcome::Fate::finished);
}

LoggedJob logged(int line, int number, double submit_s, int preceding) {
  LoggedJob one;
  one.line = line;
  one.number = number;
  one.submit = Seconds(submit_s);
  one.preceding = preceding;
  one.think = Seconds(3);
  return one;
}

TEST(Feedback, WhoNamesAJobThatCannotPrecedeItKeepsItsTimeAndIsTold) {
  JobLog log;
  log.jobs = {logged(5, 1, 0, 0), logged(6, 2, 4, 1), logged(7, 3, 5, 9),
              logged(8, 4, 6, 4), logged(9, 5, 7, 6), logged(10, 6, 8, 2)};
  LeftOut ignored;
  const Predecessors all = predecessors_in(log, ignored);
  EXPECT_EQ(all[1], 0U);
  EXPECT_EQ(all[5], 1U);
  for (const std::size_t place : {0, 2, 3, 4}) EXPECT_EQ(all[place], std::nullopt);
  EXPECT_THAT(ignored.sentences("x.swf", "keeps its time", "keep theirs"),
              ElementsAre("2 lines of x.swf with a preceding job that comes no earlier keep theirs: lines 8 and 9",
                          "1 line of x.swf with a preceding job that is not there keeps its time: line 7"));
  std::vector<Job> jobs(7);
  follow(jobs, log, all, {0, 1, 2, 3, 5, 6}); // an urgent one is between
  EXPECT_EQ(jobs[1].after, 0U);
  EXPECT_EQ(jobs[6].after, 1U);
  EXPECT_EQ(jobs[6].think, Seconds(3));
}

/// Every second job follows one of those before it.
std::vector<Job> random_followers(std::uint64_t seed, int processors) {
  std::vector<Job> jobs = test::random_jobs(seed, 60, processors);
  RandomStream random(seed, 0, "followers");
  for (std::size_t i = 1; i < jobs.size(); ++i)
    if (random.below(2) == 0) jobs[i] = following(jobs[i], random.below(i), static_cast<double>(random.below(20)));
  return jobs;
}

TEST(Feedback, IsThePlainCentreOfTheTimesThatItLeadsTo) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const int processors = 4 + static_cast<int>(seed % 13);
    const std::vector<Job> jobs = random_followers(seed, processors);
    Rules rules;
    rules.nodes = processors;
    const std::vector<JobOutcome> outcomes = simulate(jobs, rules).outcomes;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      order.push_back(i);
      if (jobs[i].after)
        ASSERT_EQ(outcomes[i].submit, outcomes[*jobs[i].after].end + jobs[i].think) << "seed " << seed;
      else
        ASSERT_EQ(outcomes[i].submit, jobs[i].submit);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return outcomes[a].submit < outcomes[b].submit; });
    std::vector<Job> plain;
    for (const std::size_t i : order) {
      plain.push_back(jobs[i]);
      plain.back().after.reset();
      plain.back().submit = outcomes[i].submit;
    }
    const std::vector<Seconds> starts =
        test::NaiveEasy(plain, processors, test::naive_rank("arrival"), 1, test::Among::queue_order).run();
    for (std::size_t i = 0; i < order.size(); ++i)
      ASSERT_EQ(outcomes[order[i]].start, starts[i]) << "seed " << seed << ", job " << order[i];
  }
}

} // namespace
} // namespace daruma::batch
