// A bag under one master: what it takes without failures, and what becomes of tasks when workers or the master die.
#include "tests/models/simulated_jobs.hpp"

#include <cmath>
#include <gmock/gmock.h>

namespace daruma::models {
namespace {

using scenario::RecoveryStyle;
using scenario::Scenario;
using testing::ElementsAre;
using testing::HasSubstr;

struct Bag {
  int tasks = 8;
  int workers = 4;
  RecoveryStyle recovery = RecoveryStyle::shrink;
  std::map<std::string, scenario::Argument> others = {};
};

Scenario job_of(const Bag& bag) {
  Scenario scenario = one_job("master-worker", 1 + bag.workers, bag.recovery);
  auto& arguments = scenario.jobs.front().arguments;
  arguments = bag.others;
  arguments["tasks"] = static_cast<double>(bag.tasks);
  arguments["length"] = std::string("1s");
  return scenario;
}

double metric(const results::Result& result, const std::string& name) { return result.metrics.at("q." + name); }

std::string outcome(const results::Result& result) {
  std::string text = std::to_string(static_cast<int>(metric(result, "completed"))) + " completed";
  for (const char* const what : {"failed", "wrong", "restored", "started"})
    if (const auto count = static_cast<int>(metric(result, what)); count > 0)
      text += ", " + std::to_string(count) + " " + what;
  return text + (result.jobs.front().finished ? "" : ", not finished");
}

/// Messages take microseconds.
constexpr double a_little = 5e-3;

TEST(MasterWorker, TakesTheIdealTimeAndWhatItsMessagesTake) {
  const auto result = simulated(job_of({8, 4}));
  EXPECT_EQ(outcome(result), "8 completed");
  EXPECT_DOUBLE_EQ(metric(result, "baseline_s"), 2);
  EXPECT_GT(metric(result, "makespan_s"), 2);
  EXPECT_NEAR(metric(result, "makespan_s"), 2, a_little);
}

/// The master serves the worker once when it comes, and after each of its tasks.
TEST(MasterWorker, AddsTheMastersTimeToEachTask) {
  const auto result = simulated(job_of({5, 1, RecoveryStyle::shrink, {{"master_time", std::string("100ms")}}}));
  EXPECT_NEAR(metric(result, "makespan_s"), 5 * 1.1 + 0.1, a_little);
}

/// Tasks 0 to 3 are begun at 0 s; that of rank 2, task 1, goes to the head of the list at 0.5 s. The three others do 1,
/// 4 and 5 until 2 s, and two of them 6 and 7 until 3 s.
TEST(MasterWorker, TheTaskOfALostWorkerIsDoneNextByAnother) {
  Scenario scenario = job_of({8, 4});
  kill_at(scenario, Seconds(0.5), {2});
  const auto result = simulated(scenario);
  EXPECT_EQ(outcome(result), "8 completed, 1 failed");
  EXPECT_THAT(told(result, "requeue"), ElementsAre("task 1"));
  EXPECT_NEAR(metric(result, "makespan_s"), 3, a_little);
}

/// Rank 1 has no task from 1 s on, and rank 2 dies with the last one at 1.5 s.
TEST(MasterWorker, WhoWaitsGetsTheTaskOfTheLost) {
  Scenario scenario = job_of({3, 2});
  kill_at(scenario, Seconds(1.5), {1});
  const auto result = simulated(scenario);
  EXPECT_EQ(outcome(result), "3 completed, 1 failed");
  EXPECT_NEAR(metric(result, "makespan_s"), 2.5, a_little);
}

TEST(MasterWorker, WhoDiesWithoutATaskCostsNone) {
  Scenario scenario = job_of({3, 2});
  kill_at(scenario, Seconds(1.5), {2});
  const auto result = simulated(scenario);
  EXPECT_EQ(outcome(result), "3 completed");
  EXPECT_NEAR(metric(result, "makespan_s"), 2, a_little);
}

/// Rank 1 does 0 and 2 until 2 s; whoever is started at 0.501 s does 1 and 3.
TEST(MasterWorker, AWorkerIsStartedInThePlaceOfALostOne) {
  Scenario scenario = job_of({4, 2, RecoveryStyle::spawn});
  kill_at(scenario, Seconds(0.5), {2});
  const auto result = simulated(scenario);
  EXPECT_EQ(outcome(result), "4 completed, 1 failed, 1 started");
  EXPECT_NEAR(metric(result, "makespan_s"), 2.501, a_little);
}

TEST(MasterWorker, AllWorkersMayBeStartedAnew) {
  Scenario scenario = job_of({4, 2, RecoveryStyle::spawn});
  kill_at(scenario, Seconds(0.5), {1, 2});
  const auto result = simulated(scenario);
  EXPECT_EQ(outcome(result), "4 completed, 2 failed, 2 started");
  EXPECT_NEAR(metric(result, "makespan_s"), 2.501, a_little);
}

/// Where no task waits nobody is started.
TEST(MasterWorker, NobodyIsStartedWithoutATask) {
  Scenario scenario = job_of({3, 2, RecoveryStyle::spawn});
  kill_at(scenario, Seconds(1.5), {2});
  EXPECT_EQ(outcome(simulated(scenario)), "3 completed");
}

// --- The master dies at 3.5 s, when its worker has done three of five tasks; that finds out at 4 s.

void save_every(int tasks, Scenario& scenario) {
  auto& checkpoint = scenario.jobs.front().checkpoint.emplace();
  checkpoint.every_loops = tasks;
  checkpoint.to = CheckpointPlace::file_system;
}

std::string without_master(Scenario scenario) {
  kill_at(scenario, Seconds(3.5), {0});
  const auto faults = complaints({scenario}, [](const results::Result& result) {
    if (!result.jobs.front().finished) return "said: " + testing::PrintToString(printed(result));
    return outcome(result) + ", " + std::to_string(std::lround(metric(result, "makespan_s"))) + " s";
  });
  return faults.empty() ? "" : faults.front();
}

TEST(MasterWorker, IsLostWithItsMaster) {
  Scenario scenario = job_of({5, 1});
  save_every(1, scenario);
  EXPECT_THAT(without_master(scenario), HasSubstr("said: { \"master-worker: the master has died"));
}

TEST(MasterWorker, ARestartedMasterGoesOnFromTheTasksThatWereSaved) {
  Scenario scenario = job_of({5, 1, RecoveryStyle::rerun});
  EXPECT_THAT(without_master(scenario), HasSubstr("5 completed, 9 s")) << "none were";
  save_every(2, scenario);
  EXPECT_THAT(without_master(scenario), HasSubstr("5 completed, 2 restored, 7 s"));
  save_every(1, scenario);
  EXPECT_THAT(without_master(scenario), HasSubstr("5 completed, 3 restored, 6 s"));
}

/// Ranks 1 and 2 have done two of six tasks at 1.5 s, which were saved.
TEST(MasterWorker, ABagThatHasLostAllWorkersIsStartedAgain) {
  Scenario scenario = job_of({6, 2, RecoveryStyle::rerun});
  save_every(1, scenario);
  kill_at(scenario, Seconds(1.5), {1, 2});
  const auto result = simulated(scenario);
  EXPECT_EQ(outcome(result), "6 completed, 2 restored");
  EXPECT_NEAR(metric(result, "makespan_s"), 3.5, a_little);
}

/// A worker's death at 0.5 s concerns the others no more once its task is in the list again.
TEST(MasterWorker, TheRestartIsTheRecoveryOfTheDeathThatNeededIt) {
  Scenario scenario = job_of({12, 3, RecoveryStyle::rerun});
  scenario.runtime.detector = {DetectorKind::heartbeat_ring, Seconds(0.1), {}, Seconds(0.3)};
  save_every(1, scenario);
  kill_at(scenario, Seconds(0.5), {1});
  kill_at(scenario, Seconds(3.5), {0});
  const auto result = simulated(scenario);
  EXPECT_EQ(metric(result, "recovery.count"), 2);
  EXPECT_LT(metric(result, "recovery.whole_s[recovery=1]"), 1);
  EXPECT_GT(metric(result, "recovery.relaunch_s[recovery=2]"), 0);
}

TEST(MasterWorker, EndsWithItsLastWorker) {
  Scenario scenario = job_of({6, 2});
  kill_at(scenario, Seconds(1.5), {1, 2});
  const auto result = simulated(scenario);
  EXPECT_EQ(outcome(result), "2 completed, 2 failed, not finished");
  EXPECT_THAT(printed(result), ElementsAre(HasSubstr("all workers have died")));
}

TEST(MasterWorker, CarriesInputsAndOutputsOfAnySize) {
  const auto result = simulated(
      job_of({8, 4, RecoveryStyle::shrink, {{"input", std::string("3MiB")}, {"output", std::string("1MiB")}}}));
  EXPECT_EQ(outcome(result), "8 completed");
}

/// A worker that dies at any of these moments, and another one in what follows.
TEST(MasterWorker, EachTaskIsDoneOnceWhoeverDiesAndWhen) {
  std::vector<Scenario> scenarios;
  for (const RecoveryStyle recovery : {RecoveryStyle::shrink, RecoveryStyle::spawn})
    for (int case_ = 0; case_ < 40 / sparseness; ++case_) {
      scenarios.push_back(job_of({12, 4, recovery}));
      kill_at(scenarios.back(), Seconds(0.0001 + 0.07 * case_), {1 + case_ % 4});
      kill_at(scenarios.back(), Seconds(0.0002 + 0.0707 * case_), {1 + case_ % 3});
    }
  EXPECT_THAT(complaints(scenarios,
                         [](const results::Result& result) {
                           const bool is_whole = result.jobs.front().finished && metric(result, "completed") == 12 &&
                                                 metric(result, "wrong") == 0 && metric(result, "failed") <= 2;
                           return is_whole ? "" : outcome(result);
                         }),
              testing::IsEmpty());
}

} // namespace
} // namespace daruma::models
