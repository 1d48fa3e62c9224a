// Backfilling: schedules by hand, and as naive versions have them; what each discipline guarantees.
#include "tests/sim/batch/naive_centre.hpp"
#include "tests/sim/batch/random_jobs.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

#include <memory>

namespace daruma::batch {
namespace {

using scenario::QueueParameters;
using test::Among;
using test::job;
using test::seconds_of;
using test::starts_of;
using testing::ElementsAre;

QueueParameters with_depth(int depth) {
  QueueParameters parameters;
  parameters.depth = depth;
  return parameters;
}

QueueParameters with_order(std::string_view order) {
  QueueParameters parameters;
  parameters.order = order;
  return parameters;
}

std::vector<double> by_hand(const std::vector<Job>& jobs, const char* policy, const QueueParameters& parameters = {}) {
  return seconds_of(starts_of(jobs, 4, policy, parameters));
}

/// On four processors, all run as long as their limits:
///   number  comes  processors  limit
///   0       0 s    3           10 s
///   1       1 s    2           10 s    waits until 10 s, then two are left over
///   2       2 s    3           10 s    by the plan at 20 s
///   3       3 s    1           30 s    out of turn it delays 2 to 33 s, but not 1
///   4       4 s    1            6 s    is over at 10 s
const std::vector<Job> five{job(0, 10, 10, 3), job(1, 10, 10, 2), job(2, 10, 10, 3), job(3, 30, 30, 1),
                            job(4, 6, 6, 1)};

TEST(Disciplines, EasyProtectsAsManyAsItsDepthSays) {
  // At 3 s job 3 takes the processor that is free; at 10 s jobs 1 and 4 have three; at 20 s three are free for job 2.
  EXPECT_THAT(by_hand(five, "easy"), ElementsAre(0, 10, 20, 3, 10));
  // Beside it from 20 s on there is one processor for job 3: it delays nobody there either.
  EXPECT_THAT(by_hand(five, "easy", with_depth(2)), ElementsAre(0, 10, 20, 3, 10));
  std::vector<Job> wide = five;
  wide[2].processors = 4;
  EXPECT_THAT(by_hand(wide, "easy"), ElementsAre(0, 10, 33, 3, 10));
  // With two reservations job 3 has to wait for the end of job 2 at 30 s, and job 4 goes ahead.
  EXPECT_THAT(by_hand(wide, "easy", with_depth(2)), ElementsAre(0, 10, 20, 30, 4));
}

TEST(Disciplines, OutOfTurnTheShortestGoFirstUnderSjbf) {
  // At 2 s one processor is free for one of two jobs: 2 comes first, 3 is shorter. All that are free at 10 s are for 1.
  const std::vector<Job> jobs{job(0, 10, 10, 3), job(1, 10, 10, 4), job(2, 8, 8, 1), job(2, 7, 7, 1)};
  EXPECT_THAT(by_hand(jobs, "easy"), ElementsAre(0, 10, 2, 20));
  EXPECT_THAT(by_hand(jobs, "easy-sjbf"), ElementsAre(0, 10, 20, 2));
}

/// The first user's jobs took 2 and 3 s of 20 s each. Then the second user's leave one processor free until 14 s.
std::vector<Job> after_short_jobs(double run_s) {
  std::vector<Job> jobs{job(0, 2, 20, 1), job(0, 3, 20, 1),     job(4, 10, 10, 3),
                        job(5, 5, 5, 4),  job(6, run_s, 20, 1), job(7, 1, 12, 1)};
  for (const std::size_t i : {0, 1, 4}) jobs[i].account.user = 1;
  for (const std::size_t i : {2, 3}) jobs[i].account.user = 2;
  jobs[5].account.user = 3;
  return jobs;
}

TEST(Disciplines, APredictionLetsInWhomItsLimitKeepsOut) {
  // The fifth could take until 26 s, and is expected to take 2.5 s. The sixth is over at 9 s, and could be at 20 s.
  EXPECT_THAT(by_hand(after_short_jobs(2), "easy"), ElementsAre(0, 0, 4, 14, 19, 19));
  EXPECT_THAT(by_hand(after_short_jobs(2), "easy++"), ElementsAre(0, 0, 4, 14, 6, 19));
}

TEST(Disciplines, APredictionThatIsExceededIsCorrected) {
  // At 14 s the fifth has gone on beyond 8.5 s. A minute more is beyond its limit: it is expected to end at 26 s, by
  // when the sixth is over.
  EXPECT_THAT(by_hand(after_short_jobs(20), "easy++"), ElementsAre(0, 0, 4, 26, 6, 14));
}

TEST(Disciplines, ConservativeProtectsAll) {
  std::vector<Job> wide = five;
  wide[2].processors = 4;
  EXPECT_THAT(by_hand(wide, "conservative"), ElementsAre(0, 10, 20, 30, 4));
}

TEST(Disciplines, APlanIsCompressedWhereSomebodyEndsEarly) {
  // Planned for 10 and 20 s. The first ends at 4 s: the second follows at once, and the third at its end.
  const std::vector<Job> jobs{job(0, 4, 10, 3), job(1, 10, 10, 2), job(2, 10, 10, 3), job(3, 30, 30, 1)};
  EXPECT_THAT(by_hand(jobs, "conservative"), ElementsAre(0, 4, 14, 3));
}

TEST(Disciplines, LookaheadFillsWhatIsFree) {
  // Until 10 s three processors are free. The third job takes two of them, the fourth all three.
  const std::vector<Job> jobs{job(0, 10, 10, 1), job(1, 10, 10, 4), job(2, 8, 8, 2), job(2, 8, 8, 3)};
  EXPECT_THAT(by_hand(jobs, "easy"), ElementsAre(0, 10, 2, 20));
  EXPECT_THAT(by_hand(jobs, "lookahead"), ElementsAre(0, 10, 20, 2));
  // The third and the fourth together fill as much as the fifth, and came first.
  const std::vector<Job> alike{job(0, 10, 10, 1), job(1, 10, 10, 4), job(2, 8, 8, 2), job(2, 8, 8, 1), job(2, 8, 8, 3)};
  EXPECT_THAT(by_hand(alike, "lookahead"), ElementsAre(0, 10, 2, 2, 20));
}

TEST(Disciplines, SlackLetsInWhoDelaysOthersALittle) {
  // The second is planned for 10 s and can be put off to 20 s; the third puts it off to 14 s.
  const std::vector<Job> jobs{job(0, 10, 10, 3), job(1, 10, 10, 4), job(2, 12, 12, 1)};
  EXPECT_THAT(by_hand(jobs, "slack"), ElementsAre(0, 14, 2));
  QueueParameters parameters;
  parameters.slack = 0.3;
  EXPECT_THAT(by_hand(jobs, "slack", parameters), ElementsAre(0, 10, 20)) << "to 13 s";
}

TEST(Disciplines, BackfillInTheOrderTheyAreGiven) {
  // At 10 s the shortest of those that wait is the first: the third. The second is behind it, and fits beside it.
  const std::vector<Job> jobs{job(0, 10, 10, 4), job(1, 9, 9, 1), job(2, 3, 3, 3), job(3, 5, 5, 4)};
  EXPECT_THAT(by_hand(jobs, "sjf"), ElementsAre(0, 18, 10, 13));
  EXPECT_THAT(by_hand(jobs, "easy", with_order("sjf")), ElementsAre(0, 18, 10, 13)) << "it would delay the fourth";
  EXPECT_THAT(by_hand(jobs, "easy", with_order("ljf")), ElementsAre(0, 10, 10, 19));
}

// --- Against naive versions

struct RandomLog {
  std::vector<Job> jobs;
  int processors;
};

RandomLog random_log(std::uint64_t seed) {
  const int processors = 4 + static_cast<int>(seed % 13);
  RandomLog log{test::random_jobs(seed, 40, processors), processors};
  RandomStream users(seed, 0, "users");
  for (Job& one : log.jobs) one.account.user = static_cast<int>(1 + users.below(4));
  return log;
}

/// The same with times of which no two sums are alike as doubles have them, and limits far above them.
RandomLog between_seconds(RandomLog log, std::uint64_t seed) {
  RandomStream parts(seed, 0, "parts of seconds");
  double later_s = 0;
  for (Job& one : log.jobs) {
    later_s += parts.uniform();
    one.submit += Seconds(later_s);
    one.run += Seconds(parts.uniform());
    one.limit = one.run + Seconds(1000 * parts.uniform());
  }
  return log;
}

/// Compares on a hundred logs with the naive version that `make` makes of a log.
template <class Make> void compare(const char* policy, const QueueParameters& parameters, Make make) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const RandomLog& log : {random_log(seed), between_seconds(random_log(seed), seed)}) {
      const auto naive = make(log);
      ASSERT_EQ(seconds_of(starts_of(log.jobs, log.processors, policy, parameters)), seconds_of(naive->run()))
          << policy << " " << parameters.order << ", seed " << seed << ", first job at " << log.jobs[0].submit.count();
    }
}

TEST(Disciplines, EasyIsWhatANaiveOneIsInEachOrderAndDepth) {
  for (const QueueOrder* order : queue_orders())
    for (const int depth : {1, 2, 5}) {
      if (order == &order::multifactor) continue; // orders_test.cpp
      QueueParameters parameters = with_order(order->name);
      parameters.depth = depth;
      compare("easy", parameters, [&](const RandomLog& log) {
        return std::make_unique<test::NaiveEasy>(log.jobs, log.processors, test::naive_rank(parameters.order), depth,
                                                 Among::queue_order);
      });
    }
}

TEST(Disciplines, SjbfIsWhatANaiveOneIs) {
  for (const int depth : {1, 3})
    compare("easy-sjbf", with_depth(depth), [&](const RandomLog& log) {
      return std::make_unique<test::NaiveEasy>(log.jobs, log.processors, test::naive_rank("arrival"), depth,
                                               Among::shortest_first);
    });
}

TEST(Disciplines, PredictionsAreWhatANaiveOneHas) {
  compare("easy++", {},
          [](const RandomLog& log) { return std::make_unique<test::NaivePredicted>(log.jobs, log.processors); });
}

TEST(Disciplines, ConservativeIsWhatANaiveOneIs) {
  for (const char* order : {"arrival", "sjf", "wfp3"})
    compare("conservative", with_order(order), [&](const RandomLog& log) {
      return std::make_unique<test::NaiveConservative>(log.jobs, log.processors, test::naive_rank(order));
    });
}

TEST(Disciplines, LookaheadIsTheBestOfAllSets) {
  for (const int ahead : {3, 8}) {
    QueueParameters parameters;
    parameters.lookahead = ahead;
    compare("lookahead", parameters, [&](const RandomLog& log) {
      return std::make_unique<test::NaiveLookahead>(log.jobs, log.processors, ahead);
    });
  }
}

TEST(Disciplines, SlackIsWhatANaiveOneIs) {
  for (const double slack : {0.0, 0.5, 2.0}) {
    QueueParameters parameters;
    parameters.slack = slack;
    compare("slack", parameters,
            [&](const RandomLog& log) { return std::make_unique<test::NaiveSlack>(log.jobs, log.processors, slack); });
  }
}

// --- What is guaranteed

/// When the first time comes at which by limits so many are free, as known when the job became the first that waits.
double reservation_of(std::size_t first, const RandomLog& log, const std::vector<double>& starts) {
  const std::vector<Job>& jobs = log.jobs;
  double since = jobs[first].submit.count();
  for (std::size_t i = 0; i < first; ++i) since = std::max(since, starts[i]);
  std::vector<test::Busy> busy;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const bool has_begun = starts[i] < since || (starts[i] == since && i < first);
    if (has_begun && starts[i] + jobs[i].run.count() > since)
      busy.push_back({starts[i], starts[i] + jobs[i].limit.count(), jobs[i].processors});
  }
  return test::first_room(jobs[first].processors, since, jobs[first].limit.count(), log.processors, busy);
}

TEST(Disciplines, NobodyOvertakesTheReservationOfTheFirst) {
  for (const char* policy : {"easy", "easy-sjbf", "lookahead"})
    for (std::uint64_t seed = 200; seed < 250; ++seed) {
      const RandomLog log = random_log(seed);
      const std::vector<double> starts = seconds_of(starts_of(log.jobs, log.processors, policy));
      for (std::size_t i = 0; i < starts.size(); ++i)
        ASSERT_LE(starts[i], reservation_of(i, log, starts)) << policy << ", seed " << seed << ", job " << i;
    }
}

TEST(Disciplines, UnderConservativeNobodyStartsLaterThanPlannedWhenItCame) {
  for (std::uint64_t seed = 300; seed < 350; ++seed) {
    const RandomLog log = random_log(seed);
    test::NaiveConservative naive(log.jobs, log.processors, test::naive_rank("arrival"));
    naive.run();
    const std::vector<double> starts = seconds_of(starts_of(log.jobs, log.processors, "conservative"));
    for (std::size_t i = 0; i < starts.size(); ++i) ASSERT_LE(starts[i], naive.first_promises()[i]) << "seed " << seed;
  }
}

/// What it decides without what it has kept.
Choice choose_anew(const Situation& situation) {
  return queue::conservative.choose(
      {situation.now, situation.free, situation.waiting, situation.running, situation.parameters});
}

TEST(Disciplines, ConservativeDecidesAlikeWhateverItKeeps) {
  QueuePolicy forgetful = queue::conservative;
  forgetful.choose = choose_anew;
  for (std::uint64_t seed = 500; seed < 530; ++seed) {
    const RandomLog log = random_log(seed);
    std::vector<std::vector<double>> ends;
    for (const QueuePolicy* policy : std::vector<const QueuePolicy*>{&queue::conservative, &forgetful}) {
      Rules rules;
      rules.nodes = log.processors + 2;
      rules.queue = policy;
      std::vector<Fault> faults; // every ten seconds a node is off for seven
      for (int i = 1; i < 20; ++i) faults.push_back({Seconds(10 * i), i % rules.nodes, Seconds(7)});
      ends.emplace_back();
      for (const JobOutcome& one : simulate(log.jobs, rules, list_faults(faults)).outcomes)
        ends.back().push_back(one.end.count());
    }
    ASSERT_EQ(ends[0], ends[1]) << "seed " << seed;
  }
}

TEST(Disciplines, ConserveWorkAndLeaveNoMachineIdleBesideWhoWaits) {
  for (const QueuePolicy* policy : queue_policies())
    for (std::uint64_t seed = 400; seed < 430; ++seed) {
      const RandomLog log = random_log(seed);
      Rules rules;
      rules.nodes = log.processors;
      rules.queue = policy;
      const History history = simulate(log.jobs, rules);
      std::vector<double> moments;
      for (std::size_t i = 0; i < log.jobs.size(); ++i) {
        ASSERT_EQ(history.outcomes[i].used, log.jobs[i].run * log.jobs[i].processors) << policy->name;
        moments.push_back(history.outcomes[i].end.count());
      }
      for (std::size_t i = 0; i < log.jobs.size(); ++i) {
        const JobOutcome& one = history.outcomes[i];
        if (one.start == log.jobs[i].submit) continue;
        const bool follows = std::find(moments.begin(), moments.end(), one.start.count()) != moments.end();
        const bool is_with_a_new_one =
            std::any_of(log.jobs.begin(), log.jobs.end(), [&](const Job& other) { return other.submit == one.start; });
        ASSERT_TRUE(follows || is_with_a_new_one) << policy->name << ", seed " << seed << ", job " << i;
        const bool is_busy_before =
            std::any_of(history.outcomes.begin(), history.outcomes.end(),
                        [&](const JobOutcome& other) { return other.start < one.start && other.end >= one.start; });
        ASSERT_TRUE(is_busy_before) << policy->name << ", seed " << seed << ", job " << i;
      }
    }
}

} // namespace
} // namespace daruma::batch
