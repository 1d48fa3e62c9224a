// Jobs that depend on each other: by hand, beside a naive centre, as properties under every queue, and at their limits.
#include "sim/batch/dependencies.hpp"

#include "sim/batch/centre.hpp"
#include "tests/sim/batch/naive_dependencies.hpp"
#include "tests/sim/batch/nodes_that_fail.hpp"
#include "tests/sim/batch/random_jobs.hpp"

#include <gmock/gmock.h>

#include <array>

namespace daruma::batch {
namespace {

using test::job;
using testing::ElementsAre;
using Fate = JobOutcome::Fate;
using Type = DependencyType;

Job depending(Job one, std::vector<Condition> conditions, bool is_any_enough = false) {
  one.dependency.conditions = std::move(conditions);
  one.dependency.is_any_enough = is_any_enough;
  return one;
}

Job failing(Job one) {
  one.fails = true;
  return one;
}

Job task(Job one, std::size_t array, int limit) {
  one.dependency.array = array;
  one.dependency.array_limit = limit;
  return one;
}

Rules machine_of(int nodes) {
  Rules rules;
  rules.nodes = nodes;
  rules.queue = &queue::fcfs;
  rules.array_names = {"a", "b", "c"};
  return rules;
}

std::vector<double> starts_of(const History& history) {
  std::vector<double> starts;
  for (const JobOutcome& one : history.outcomes) starts.push_back(one.fate == Fate::finished ? one.start.count() : -1);
  return starts;
}

std::vector<std::string> told(const History& history) {
  std::vector<std::string> all;
  for (const CentreEvent& one : history.events)
    if (one.kind == "dependency") all.push_back(std::to_string(one.job + 1) + ": " + one.text);
  return all;
}

TEST(Dependencies, AreEligibleAsEachWordSays) {
  // The first runs from 0 to 10 and fails, the second from 0 to 20.
  const History history = simulate({failing(job(0, 10, 10, 1)), job(0, 20, 20, 1),
                                    depending(job(1, 5, 5, 1), {{Type::after, 1, false, Seconds(7)}}),
                                    depending(job(2, 5, 5, 1), {{Type::afterany, 0}, {Type::afterok, 1}}),
                                    depending(job(2, 5, 5, 1), {{Type::afternotok, 0}}),
                                    depending(job(2, 5, 5, 1), {{Type::afterok, 0}, {Type::afterok, 1}}, true),
                                    depending(job(30, 5, 5, 1), {{Type::afterany, 0}})},
                                   machine_of(16));
  EXPECT_THAT(starts_of(history), ElementsAre(0, 0, 7, 20, 10, 20, 30));
  EXPECT_EQ(history.outcomes[3].submit, Seconds(2));
  EXPECT_EQ(history.outcomes[3].eligible, Seconds(20));
  EXPECT_EQ(history.outcomes[3].waited, Seconds(0));
}

TEST(Dependencies, WhoBecomesEligibleKeepsItsPlaceInTheQueue) {
  // Two processors; the third came before the fourth, is eligible later, and is first when the room is there.
  const std::vector<Job> jobs{job(0, 10, 10, 2), job(1, 10, 10, 2), depending(job(2, 5, 5, 2), {{Type::afterany, 0}}),
                              job(3, 5, 5, 2)};
  const History history = simulate(jobs, machine_of(2));
  EXPECT_THAT(starts_of(history), ElementsAre(0, 10, 20, 25));
  EXPECT_EQ(history.outcomes[2].waited, Seconds(10)) << "since it was eligible";
}

TEST(Dependencies, WhoIsHeldBackDoesNotBlockTheQueue) {
  const History history =
      simulate({job(0, 50, 50, 1), depending(job(1, 5, 5, 2), {{Type::afterok, 0}}), job(2, 5, 5, 1)}, machine_of(2));
  EXPECT_THAT(starts_of(history), ElementsAre(0, 50, 2));
}

TEST(Dependencies, AJobThatStartsLetsOthersRunAtTheSameInstant) {
  const History history = simulate({job(0, 10, 10, 1), depending(job(0, 4, 4, 1), {{Type::after, 0}}),
                                    depending(job(0, 4, 4, 1), {{Type::after, 1}})},
                                   machine_of(4));
  EXPECT_THAT(starts_of(history), ElementsAre(0, 0, 0));
}

TEST(Dependencies, ThatCanNeverHoldAreToldAndHoldUpNobodyElse) {
  const std::vector<Job> jobs{failing(job(0, 10, 10, 2)),
                              depending(job(1, 5, 5, 2), {{Type::afterok, 0}}),
                              job(2, 5, 5, 2),
                              depending(job(3, 5, 5, 2), {{Type::afterany, 1}}),
                              depending(job(4, 5, 5, 2), {{Type::after, 3}}),
                              depending(job(40, 5, 5, 2), {{Type::afternotok, 2}})};
  Rules rules = machine_of(2);
  const History pending = simulate(jobs, rules);
  EXPECT_THAT(starts_of(pending), ElementsAre(0, -1, 10, -1, -1, -1));
  for (const std::size_t one : {1, 3, 4, 5}) EXPECT_EQ(pending.outcomes[one].fate, Fate::never_eligible);
  EXPECT_THAT(told(pending),
              ElementsAre("2: DependencyNeverSatisfied: afterok of job 1, which failed: it waits forever",
                          "4: DependencyNeverSatisfied: afterany of job 2, which never runs: it waits forever",
                          "5: DependencyNeverSatisfied: after of job 4, which never runs: it waits forever",
                          "6: DependencyNeverSatisfied: afternotok of job 3, which succeeded: it waits forever"));
  rules.kill_invalid_depend = true;
  const History killed = simulate(jobs, rules);
  EXPECT_THAT(starts_of(killed), ElementsAre(0, -1, 10, 15, 15 + 5, -1));
  EXPECT_EQ(killed.outcomes[1].fate, Fate::cancelled);
  EXPECT_EQ(killed.outcomes[1].end, Seconds(10));
}

TEST(Dependencies, AnyOfSeveralIsHopelessOnlyIfAllAre) {
  const std::vector<Condition> two{{Type::afterok, 0}, {Type::afterok, 1}};
  const History one_failed =
      simulate({failing(job(0, 5, 5, 1)), job(0, 9, 9, 1), depending(job(1, 1, 1, 1), two, true)}, machine_of(4));
  EXPECT_THAT(starts_of(one_failed), ElementsAre(0, 0, 9));
  const History both_failed = simulate(
      {failing(job(0, 5, 5, 1)), failing(job(0, 9, 9, 1)), depending(job(1, 1, 1, 1), two, true)}, machine_of(4));
  EXPECT_EQ(both_failed.outcomes[2].fate, Fate::never_eligible);
}

TEST(Dependencies, WhoIsPutIntoTheQueueAgainHasNotEnded) {
  // Node 0 fails at 4 s and is back at 6 s: the first job runs anew until 16 s.
  const std::vector<Job> jobs{job(0, 10, 10, 2), depending(job(1, 1, 1, 1), {{Type::afterok, 0}}),
                              depending(job(1, 1, 1, 1), {{Type::afternotok, 0}}),
                              depending(job(1, 1, 1, 1), {{Type::after, 0, false, Seconds(5)}})};
  const History again = simulate(jobs, test::rules_of(2, "rerun"), list_faults({{Seconds(4), 0, Seconds(2)}}));
  EXPECT_EQ(again.outcomes[0].end, Seconds(16));
  EXPECT_EQ(again.outcomes[1].start, Seconds(16));
  EXPECT_EQ(again.outcomes[2].fate, Fate::never_eligible);
  EXPECT_EQ(again.outcomes[3].eligible, Seconds(5)) << "after its first start";
}

TEST(Dependencies, AJobThatIsLostHasFailed) {
  const std::vector<Job> jobs{job(0, 10, 10, 2), depending(job(1, 1, 1, 1), {{Type::afterok, 0}}),
                              depending(job(1, 1, 1, 1), {{Type::afternotok, 0}})};
  const History history = simulate(jobs, test::rules_of(2, "rerun"), list_faults({{Seconds(4), 1, never}}));
  EXPECT_EQ(history.outcomes[0].fate, Fate::lost);
  EXPECT_EQ(history.outcomes[1].fate, Fate::never_eligible);
  EXPECT_EQ(history.outcomes[2].start, history.outcomes[0].end);
}

TEST(Dependencies, TasksOfAnArrayRunNoMoreAtATimeThanItsLimit) {
  std::vector<Job> jobs;
  for (int i = 0; i < 5; ++i) jobs.push_back(task(job(0, 10, 10, 1), 0, 2));
  jobs.push_back(job(1, 3, 3, 1));
  jobs.push_back(depending(job(1, 3, 3, 1), {{Type::afterok, 0, true}}));
  jobs.push_back(depending(job(1, 3, 3, 1), {{Type::after, 0, true}}));
  const History history = simulate(jobs, machine_of(8));
  EXPECT_THAT(starts_of(history), ElementsAre(0, 0, 10, 10, 20, 1, 30, 20));
  EXPECT_EQ(history.outcomes[4].waited, Seconds(20)) << "for its turn, since it came";
}

TEST(Dependencies, OfAnArrayOneTaskThatFailsIsEnough) {
  const History history = simulate({task(failing(job(0, 2, 2, 1)), 0, 0), task(job(0, 9, 9, 1), 0, 0),
                                    depending(job(1, 1, 1, 1), {{Type::afterok, 0, true}}),
                                    depending(job(1, 1, 1, 1), {{Type::afternotok, 0, true}})},
                                   machine_of(4));
  EXPECT_THAT(starts_of(history), ElementsAre(0, 0, -1, 9));
  EXPECT_THAT(told(history),
              ElementsAre("3: DependencyNeverSatisfied: afterok of array a, which failed: it waits forever"));
}

Job named(Job one, int namesakes, bool is_singleton) {
  one.dependency.namesakes = namesakes;
  if (is_singleton) one.dependency.conditions.push_back({Type::singleton});
  return one;
}

TEST(Dependencies, SingletonsWaitForThoseOfTheirNameBeforeThem) {
  const History history =
      simulate({named(job(0, 10, 10, 1), 1, false), named(job(1, 5, 5, 1), 1, true), named(job(2, 5, 5, 1), 2, true),
                named(job(3, 5, 5, 1), 1, true), named(job(4, 30, 30, 1), 1, false), named(job(5, 5, 5, 1), 1, true)},
               machine_of(8));
  // Also the fifth, which is none and runs from 4 to 34, is of that name.
  EXPECT_THAT(starts_of(history), ElementsAre(0, 34, 2, 39, 4, 44));
}

TEST(Dependencies, SingletonsNeverPassOneThatNeverRuns) {
  const History history =
      simulate({failing(job(0, 10, 10, 1)), depending(named(job(1, 5, 5, 1), 1, false), {{Type::afterok, 0}}),
                named(job(2, 5, 5, 1), 1, true), named(job(30, 5, 5, 1), 1, true)},
               machine_of(8));
  EXPECT_THAT(starts_of(history), ElementsAre(0, -1, -1, -1));
  EXPECT_THAT(told(history),
              ElementsAre("2: DependencyNeverSatisfied: afterok of job 1, which failed: it waits forever",
                          "3: DependencyNeverSatisfied: singleton behind job 2, which never runs: it waits forever",
                          "4: DependencyNeverSatisfied: singleton behind job 2, which never runs: it waits forever"));
}

TEST(Dependencies, WhoFollowsAJobThatNeverRunsComesAfterItsUserHasSeenThat) {
  std::vector<Job> jobs{failing(job(0, 10, 10, 1)), depending(job(1, 5, 5, 1), {{Type::afterok, 0}}), job(2, 1, 1, 1)};
  jobs[2].after = 1;
  jobs[2].think = Seconds(7);
  const History history = simulate(jobs, machine_of(4));
  EXPECT_EQ(history.outcomes[2].start, Seconds(17));
}

TEST(Dependencies, InACircleAreFound) {
  const auto circle = [](std::vector<Job> jobs) { return circle_among(jobs); };
  EXPECT_THAT(circle({job(0, 1, 1, 1), depending(job(0, 1, 1, 1), {{Type::after, 0}})}), ElementsAre());
  EXPECT_THAT(circle({depending(job(0, 1, 1, 1), {{Type::after, 1}}), depending(job(0, 1, 1, 1), {{Type::after, 0}})}),
              ElementsAre(0, 1));
  EXPECT_THAT(circle({depending(named(job(0, 1, 1, 1), 1, false), {{Type::afterany, 2}}),
                      named(job(0, 1, 1, 1), 1, true), named(job(0, 1, 1, 1), 1, true)}),
              testing::UnorderedElementsAre(0, 1, 2));
  EXPECT_THAT(circle({task(depending(job(0, 1, 1, 1), {{Type::afterany, 1}}), 0, 0),
                      depending(job(0, 1, 1, 1), {{Type::afterok, 0, true}})}),
              testing::UnorderedElementsAre(0, 1));
  std::vector<Job> jobs{depending(job(0, 1, 1, 1), {{Type::afterany, 1}}), job(0, 1, 1, 1)};
  jobs[1].after = 0;
  EXPECT_THAT(circle(jobs), testing::UnorderedElementsAre(0, 1)) << "with feedback";
}

/// Some tasks of two arrays, some with names, some that fail; about every second depends on jobs before it.
std::vector<Job> random_dependents(std::uint64_t seed, int count, int processors) {
  std::vector<Job> jobs = test::random_jobs(seed, count, processors);
  RandomStream random(seed, 0, "dependents");
  std::vector<std::size_t> arrays; // of jobs before
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    Dependency& dependency = jobs[i].dependency;
    jobs[i].fails = random.below(5) == 0;
    if (random.below(4) == 0) dependency.namesakes = 1 + static_cast<int>(random.below(2));
    if (i % 10 < 4 && i / 10 % 2 == 0) {
      dependency.array = i / 20;
      dependency.array_limit = static_cast<int>(i / 20 % 3);
      jobs[i].processors = 1 + static_cast<int>(i / 20 % 2);
      if (i % 10 == 3) arrays.push_back(i / 20);
      if (i % 10 > 0) { // all wait for the same
        jobs[i].submit = jobs[i - 1].submit;
        dependency = jobs[i - 1].dependency;
        continue;
      }
    }
    if (i == 0 || random.below(2) == 0) continue;
    const auto conditions = 1 + random.below(3);
    dependency.is_any_enough = random.below(3) == 0;
    for (std::uint64_t one = 0; one < conditions; ++one) {
      constexpr std::array types{Type::after, Type::afterany, Type::afterany, Type::afterok, Type::afternotok};
      Condition condition{types[random.below(types.size())], random.below(i)};
      if (condition.type == Type::after) condition.delay = Seconds(static_cast<double>(random.below(9)));
      const std::size_t own = dependency.array.value_or(jobs.size());
      if (!arrays.empty() && arrays.back() != own && random.below(4) == 0) {
        condition.of = arrays[random.below(arrays.size())];
        condition.is_array = true;
      }
      dependency.conditions.push_back(condition);
    }
    if (dependency.namesakes > 0 && !dependency.is_any_enough && random.below(2) == 0)
      dependency.conditions.push_back({Type::singleton});
  }
  return jobs;
}

TEST(Dependencies, LeadToTheStartsOfANaiveCentre) {
  int never_run = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const int processors = 3 + static_cast<int>(seed % 13);
    const std::vector<Job> jobs = random_dependents(seed, 60, processors);
    Rules rules = machine_of(processors);
    const History history = simulate(jobs, rules);
    const std::vector<double> naive = test::NaiveDependencies(jobs, processors).run();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const bool has_run = naive[i] < test::NaiveDependencies::not_yet;
      ASSERT_EQ(history.outcomes[i].fate == Fate::finished, has_run) << "seed " << seed << ", job " << i;
      ASSERT_EQ(has_run ? history.outcomes[i].start.count() : naive[i], naive[i]) << "seed " << seed << ", job " << i;
      if (!has_run) ++never_run;
    }
  }
  EXPECT_GT(never_run, 100) << "and some of them never do";
}

/// No job starts before what it depends on, nor after what forbids it.
void expect_obedience(const std::vector<Job>& jobs, const std::vector<JobOutcome>& outcomes, const std::string& where) {
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Dependency& dependency = jobs[i].dependency;
    const bool has_run = outcomes[i].fate == Fate::finished || outcomes[i].interruptions > 0;
    if (!has_run || dependency.is_any_enough) continue;
    ASSERT_GE(outcomes[i].start, outcomes[i].eligible) << where;
    ASSERT_GE(outcomes[i].eligible, outcomes[i].submit) << where;
    for (const Condition& one : dependency.conditions) {
      if (one.is_array || one.type == Type::singleton) continue;
      const JobOutcome& other = outcomes[one.of];
      const bool is_well = other.fate == Fate::finished && !jobs[one.of].fails;
      if (one.type == Type::after) {
        ASSERT_GE(outcomes[i].start, (other.fate == Fate::finished ? other.start : other.submit) + one.delay) << where;
        continue;
      }
      ASSERT_GE(outcomes[i].start, other.end) << where << ", job " << i;
      ASSERT_TRUE(is_well || one.type != Type::afterok) << where << ", job " << i;
      ASSERT_TRUE(!is_well || one.type != Type::afternotok) << where << ", job " << i;
    }
  }
}

TEST(Dependencies, AreObeyedUnderEveryQueueAndWhenNodesFail) {
  for (const QueuePolicy* const policy : queue_policies())
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      for (const bool kills : {false, true}) {
        Rules rules = test::rules_of(8, "rerun");
        rules.queue = policy;
        rules.array_names = {"a", "b", "c"};
        rules.kill_invalid_depend = kills;
        rules.give_up = 1;
        const std::vector<Job> jobs = random_dependents(seed, 60, 6);
        const History history = simulate(jobs, rules,
                                         list_faults({{Seconds(9), 0, Seconds(3)},
                                                      {Seconds(20), 3, Seconds(8)},
                                                      {Seconds(40), 1, Seconds(8)},
                                                      {Seconds(44), 1, Seconds(8)}}));
        expect_obedience(jobs, history.outcomes, std::string(policy->name) + ", seed " + std::to_string(seed));
        for (const JobOutcome& one : history.outcomes) ASSERT_NE(one.fate, Fate::pending) << policy->name;
      }
}

TEST(Dependencies, AgeCountsFromWhenAJobIsEligible) {
  // Both wait for the third, which comes first; the older of them by its submission is the younger by eligibility.
  Rules rules = machine_of(2);
  rules.queue = find_entry(queue_policies(), "multifactor");
  rules.queue_parameters.priority = {};
  rules.queue_parameters.priority.fair_share = 0;
  const History history = simulate(
      {job(0, 40, 40, 1), job(1, 50, 50, 1), depending(job(2, 5, 5, 2), {{Type::afterany, 0}}), job(10, 5, 5, 2)},
      rules);
  EXPECT_THAT(starts_of(history), ElementsAre(0, 1, 56, 51));
}

TEST(Dependencies, OfLongChainsAndWideFansTakeTimeInProportion) {
  std::vector<Job> jobs;
  constexpr std::size_t count = 300'000;
  jobs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    jobs.push_back(job(static_cast<double>(i) / 100, 1, 1, 1));
    if (i >= 100) jobs.back() = depending(jobs.back(), {{Type::afterok, i - 100}});
  }
  jobs[count / 2].fails = true;
  const History history = simulate(jobs, machine_of(200));
  EXPECT_EQ(history.outcomes[count - 1].fate, Fate::finished);
  EXPECT_EQ(history.outcomes[count / 2 + 100].fate, Fate::never_eligible);
}

} // namespace
} // namespace daruma::batch
