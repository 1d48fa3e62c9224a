// Policies in shared libraries decide as those of Daruma that they are written after, and are refused or stopped where
// they cannot be used. Their sources are in libraries/.
#include "sim/batch/policy_library.hpp"

#include "sim/batch/objections.hpp"
#include "tests/sim/batch/mixed_centre.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

namespace daruma::batch {
namespace {

using test::job;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::string library(const std::string& name) { return DARUMA_POLICY_LIBRARIES "/" + name + ".so"; }

template <class Policy> const Policy* policy_of(const std::string& name) {
  const auto [policy, problem] = policy_in_library<Policy>(library(name));
  EXPECT_EQ(problem, "");
  return policy;
}

std::string course_of(const History& history) {
  std::string text;
  for (const JobOutcome& one : history.outcomes)
    text += fmt::format("{} to {}, waited {}, interrupted {}, resized {}\n", one.start.count(), one.end.count(),
                        one.waited.count(), one.interruptions, one.resizes);
  return text;
}

TEST(PolicyLibrary, DecidesAsThePolicyThatItIsWrittenAfter) {
  int interruptions = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const std::vector<Job> jobs = test::mixed_jobs(seed);
    const auto course = [&](const Rules& rules) {
      const History history = simulate(jobs, rules, list_faults(test::mixed_faults(seed)));
      for (const JobOutcome& one : history.outcomes) interruptions += one.interruptions;
      return course_of(history);
    };
    const Rules rules = test::rules_of(test::Policies{"spare", "kill"});
    Rules same = rules;
    same.queue = policy_of<QueuePolicy>("same");
    same.preemption = policy_of<PreemptionPolicy>("same");
    same.failure = policy_of<FailurePolicy>("same");
    ASSERT_EQ(course(same), course(rules)) << seed;
  }
  EXPECT_GT(interruptions, 1000) << "or there was nothing to decide";
}

Rules closed_from_50_to_100() {
  Rules rules = test::rules_of(4, "rerun");
  rules.windows = {{{0, 1}, {Seconds(50), Seconds(100)}}};
  rules.queue = policy_of<QueuePolicy>("first_fit");
  return rules;
}

TEST(PolicyLibrary, KnowsWhoHasRoomWhereNodesAreClosed) {
  const History history = simulate({job(0, 100, 3), job(0, 100, 2), job(0, 40, 2)}, closed_from_50_to_100());
  EXPECT_EQ(history.outcomes[0].start, Seconds(100)) << "it would reach into the window";
  EXPECT_EQ(history.outcomes[1].start, Seconds(0));
  EXPECT_EQ(history.outcomes[2].start, Seconds(0)) << "it is over before";
}

std::string error_of(const std::vector<Job>& jobs, const Rules& rules, const std::vector<Fault>& faults = {}) {
  try {
    simulate(jobs, rules, list_faults(faults));
  } catch (const PolicyError& error) { return error.what(); }
  return "";
}

TEST(PolicyLibrary, StopsTheSimulationWhereItStartsMoreThanIsFree) {
  Rules rules = test::rules_of(4, "rerun");
  rules.queue = policy_of<QueuePolicy>("wrong");
  EXPECT_EQ(error_of({job(0, 10, 3), job(2, 10, 2)}, rules),
            library("wrong") + ": at 2 s it starts jobs of 2 processors where 1 are free");
}

TEST(PolicyLibrary, IsSaidToStartNobodyWhereItDoesNot) {
  QueuePolicy idle = *policy_of<QueuePolicy>("same");
  idle.choose = [](const Situation&) { return Choice(); };
  Rules rules = test::rules_of(4, "rerun");
  rules.queue = &idle;
  const History history = simulate({job(0, 10, 3), job(2, 10, 2)}, rules, list_faults({}));
  std::vector<std::string> reasons;
  for (const auto& event : history.events) reasons.push_back(event.kind + ": " + event.text);
  EXPECT_THAT(reasons, testing::Each("lost: was never started by the queue's policy, though there was room"));
  EXPECT_EQ(reasons.size(), 2U);
}

TEST(PolicyLibrary, StopsTheSimulationWhereItTakesWhatJobsCannotDoWithout) {
  Rules rules = test::rules_of(4, "rerun");
  rules.preemption = policy_of<PreemptionPolicy>("wrong");
  std::vector<Job> jobs{job(0, 10, 4), job(2, 10, 2)};
  jobs[1].is_urgent = true;
  EXPECT_EQ(error_of(jobs, rules),
            library("wrong") + ": job 0 is to go on with 3 processors; it has 4 and needs at least 4");
  jobs[0].flexibility = Flexibility::malleable;
  EXPECT_EQ(error_of(jobs, rules),
            library("wrong") + ": it takes 1 processors from jobs, and 2 are lacking: then nobody may give any");
}

TEST(PolicyLibrary, StopsTheSimulationWhereAJobCannotGoOn) {
  Rules rules = test::rules_of(4, "rerun");
  rules.failure = policy_of<FailurePolicy>("wrong");
  std::vector<Job> jobs{job(0, 10, 4)};
  const std::vector<Fault> faults{{Seconds(3), 1, Seconds(5)}};
  EXPECT_EQ(error_of(jobs, rules, faults),
            library("wrong") + ": a job of 4 processors is to go on with 3, and needs at least 4");
  jobs[0].flexibility = Flexibility::malleable;
  EXPECT_EQ(error_of(jobs, rules, faults), library("wrong") + ": a job is to go on after -4 s");
}

std::string objection_to(const std::string& queue, const std::string& on_failure = "rerun",
                         const std::string& urgent = "wait") {
  scenario::Scenario scenario;
  scenario.centre.emplace().queue = queue;
  scenario.centre->on_failure = on_failure;
  scenario.centre->urgent.emplace().policy = urgent;
  std::string all;
  for (const scenario::Problem& one : objections_to_centre(scenario, "s.json"))
    all += one.pointer + ": " + one.sentence;
  return all;
}

TEST(PolicyLibrary, IsRefusedWithTheReason) {
  EXPECT_THAT(objection_to(library("first_fit")), IsEmpty());
  EXPECT_THAT(objection_to("nowhere/none.so"), AllOf(HasSubstr("/centre/queue: "), HasSubstr("nowhere/none.so"),
                                                     HasSubstr("No such file or directory")));
  const std::string text = testing::TempDir() + "text.so";
  std::ofstream(text) << "no library\n";
  EXPECT_THAT(objection_to(text), HasSubstr("/centre/queue: cannot be loaded: " + text));
  EXPECT_EQ(objection_to("easy", library("empty")),
            "/centre/on_failure: " + library("empty") +
                " does not define daruma_failure_policy, which daruma_policy.h describes");
  EXPECT_EQ(objection_to("easy", library("first_fit")),
            "/centre/on_failure: " + library("first_fit") + ": its daruma_failure_policy has no function");
  EXPECT_EQ(objection_to("easy", "rerun", library("first_fit")),
            "/centre/urgent/policy: " + library("first_fit") +
                ": its daruma_room_policy says version 2, and this Daruma knows 1");
}

TEST(PolicyLibrary, SaysWhatAScenarioNeedsForIt) {
  scenario::Scenario scenario;
  scenario.failures.emplace();
  scenario.centre.emplace().on_failure = library("same");
  const auto problems = objections_to_centre(scenario, "s.json");
  ASSERT_EQ(problems.size(), 1);
  EXPECT_EQ(problems[0].sentence, "\"" + library("same") + "\" needs \"spares\"");
}

} // namespace
} // namespace daruma::batch
