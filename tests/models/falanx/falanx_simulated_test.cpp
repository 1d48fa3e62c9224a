// Falanx jobs under the simulator: what they take without failures, and what becomes of tasks when ranks die.
#include "models/falanx/logic/roles.hpp"
#include "tests/models/simulated_jobs.hpp"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>

namespace daruma::models {
namespace {

using scenario::Scenario;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;

struct Bag {
  int tasks = 20;
  int workers = 4;
  int group_size = 1;
  int group_spares = 0;
  int data_nodes = 2;
  int watchdogs = 0;
  double length_s = 0.1;
  std::map<std::string, scenario::Argument> others = {};

  falanx::Roles roles() const { return {1, 1, watchdogs, data_nodes, workers, group_size, group_spares}; }
};

Scenario job_of(const Bag& bag) {
  Scenario scenario = one_job("falanx-sleep", bag.roles().ranks(), scenario::RecoveryStyle::shrink);
  auto& arguments = scenario.jobs.front().arguments;
  arguments = bag.others;
  arguments["tasks"] = static_cast<double>(bag.tasks);
  arguments["workers"] = static_cast<double>(bag.workers);
  arguments["group_size"] = static_cast<double>(bag.group_size);
  arguments["group_spares"] = static_cast<double>(bag.group_spares);
  arguments["data_nodes"] = static_cast<double>(bag.data_nodes);
  arguments["watchdogs"] = static_cast<double>(bag.watchdogs);
  arguments["length"] = std::to_string(bag.length_s) + "s";
  return scenario;
}

double metric(const results::Result& result, const std::string& name) { return result.metrics.at("q." + name); }

bool is_finished(const results::Result& result) { return result.jobs.front().finished; }

// --- Without failures

TEST(FalanxSimulated, TakesTheIdealTimeAndWhatItsMessagesTake) {
  const auto result = simulated(job_of({200, 4}));
  EXPECT_TRUE(is_finished(result));
  EXPECT_EQ(metric(result, "completed"), 200);
  EXPECT_EQ(metric(result, "failed") + metric(result, "wrong") + metric(result, "data_losses"), 0);
  EXPECT_DOUBLE_EQ(metric(result, "baseline_s"), 5);
  EXPECT_NEAR(metric(result, "total_s"),
              metric(result, "setup_s") + metric(result, "baseline_s") + metric(result, "main_logic_s"), 1e-9);
  EXPECT_GT(metric(result, "main_logic_s"), 0);
  EXPECT_LT(metric(result, "main_logic_s"), 50 * 1e-3) << "50 tasks a worker, some messages of microseconds each";
}

int events(const results::Result& result, const std::string& kind) {
  return static_cast<int>(std::count_if(result.events.begin(), result.events.end(),
                                        [&](const results::Event& event) { return event.kind == kind; }));
}

std::string rest_of(const results::Result& result) {
  std::string text = std::to_string(static_cast<int>(metric(result, "completed"))) + " completed";
  if (!is_finished(result)) text += ", not finished";
  if (metric(result, "failed") > 0)
    text += ", " + std::to_string(static_cast<int>(metric(result, "failed"))) + " failed";
  return text + ", " + std::to_string(events(result, "rest")) + " rested, " + std::to_string(events(result, "work")) +
         " went back, " + std::to_string(std::lround(metric(result, "total_s"))) + " s";
}

/// 60 tasks of 1 s on 4 workers of `size` ranks, of which as many rest as make `to` ranks at 0.2 s.
Scenario resting(int size, int to) {
  Scenario scenario = job_of({60, 4, size, 0, 2, 0, 1});
  command_at(scenario, Seconds(0.2), std::to_string(to));
  return scenario;
}

/// By 2 s 8 tasks are done, and the order has been read. Then two work for ten seconds, until the look of those who
/// rest that comes after the end of a task at 11 s; the other 32 tasks take 8 s.
TEST(FalanxSimulated, WorkersRestByOrderAndGoBackToWork) {
  std::vector<Scenario> scenarios{resting(1, 6), resting(2, 8)};
  command_at(scenarios[0], Seconds(10.2), "8");
  command_at(scenarios[1], Seconds(10.2), "12");
  EXPECT_THAT(complaints(scenarios, rest_of), Each(HasSubstr("60 completed, 2 rested, 2 went back, 20 s")));
}

/// One goes on with the 52 tasks that are left at 2 s, whatever the order, and those who rest are let go when there is
/// nothing left to do.
TEST(FalanxSimulated, NotAllRestNorForEver) {
  EXPECT_EQ(rest_of(simulated(resting(1, 1))), "60 completed, 3 rested, 3 went back, 55 s");
}

/// Ranks 4 to 7 work; two of them rest.
TEST(FalanxSimulated, WhoDiesAtRestCostsNoTask) {
  std::vector<Scenario> scenarios;
  for (const int rank : {4, 5, 6, 7}) {
    scenarios.push_back(resting(1, 6));
    kill_at(scenarios.back(), Seconds(6.5), {rank});
    command_at(scenarios.back(), Seconds(10.2), "8");
  }
  const auto told_of = complaints(scenarios, rest_of);
  EXPECT_EQ(std::count_if(told_of.begin(), told_of.end(),
                          [](const std::string& text) {
                            return text.find("60 completed, 2 rested, 1 went back") != std::string::npos;
                          }),
            2);
  EXPECT_EQ(std::count_if(told_of.begin(), told_of.end(),
                          [](const std::string& text) {
                            return text.find("60 completed, 1 failed, 2 rested, 2 went back") != std::string::npos;
                          }),
            2);
}

TEST(FalanxSimulated, OrdersThatAreNoneAreSaidToBe) {
  Scenario scenario = job_of({20, 4, 1, 0, 2, 0, 1});
  command_at(scenario, Seconds(0.2), "sleep well");
  EXPECT_THAT(told(simulated(scenario), "ignored"), testing::ElementsAre(HasSubstr("\"sleep well\"")));
}

/// One worker: a cycle is the task, a take (one request), a completion (one), a read (one) and a write (two nodes).
TEST(FalanxSimulated, AddsTheServiceTimesToEachTask) {
  const Bag plain{50, 1};
  Bag served = plain;
  served.others = {{"server_time", std::string("1ms")}, {"data_node_time", std::string("2ms")}};
  const auto check = [](const results::Result& result) { return std::to_string(metric(result, "total_s")); };
  const auto times = complaints({job_of(plain), job_of(served)}, check);
  ASSERT_EQ(times.size(), 2u);
  const double more =
      std::stod(times[1].substr(times[1].find(':') + 1)) - std::stod(times[0].substr(times[0].find(':') + 1));
  // Per cycle: complete and take 2 x 1 ms; get 2 ms; set: two nodes, and the first again when the second has kept it.
  const double cycle_s = 2e-3 + 2e-3 + 3 * 2e-3;
  EXPECT_NEAR(more, 50 * cycle_s, 0.1 * 50 * cycle_s);
}

TEST(FalanxSimulated, RunsTheSameTwice) {
  const auto told = [](const results::Result& result) {
    std::string text;
    for (const auto& [name, value] : result.metrics) text += name + "=" + std::to_string(value) + ";";
    return text;
  };
  Bag bag{40, 3, 2, 1, 3, 2};
  Scenario scenario = job_of(bag);
  kill_at(scenario, Seconds(0.25), {bag.roles().first_worker() + 1});
  const auto twice = complaints({scenario, scenario}, told);
  ASSERT_EQ(twice.size(), 2u);
  EXPECT_EQ(twice[0].substr(twice[0].find(':')), twice[1].substr(twice[1].find(':')));
}

TEST(FalanxSimulated, CarriesValuesOfAnySize) {
  Bag bag{4, 2, 1, 0, 3};
  bag.others = {{"input", std::string("3MiB")}, {"output", std::string("8KiB")}};
  const auto result = simulated(job_of(bag));
  EXPECT_EQ(metric(result, "completed"), 4);
  EXPECT_EQ(metric(result, "wrong"), 0);
}

// --- With failures. Workers are busy at odd multiples of half a task's length.

TEST(FalanxSimulated, EachWorkerThatDiesCostsItsTaskOnce) {
  const Bag bag{40, 6, 1, 0, 2, 1};
  Scenario scenario = job_of(bag);
  kill_at(scenario, Seconds(0.25), {bag.roles().first_worker()});
  kill_at(scenario, Seconds(0.35), {bag.roles().first_worker() + 2, bag.roles().first_worker() + 3});
  const auto result = simulated(scenario);
  EXPECT_TRUE(is_finished(result));
  EXPECT_EQ(metric(result, "completed"), 40);
  EXPECT_EQ(metric(result, "failed"), 3);
}

TEST(FalanxSimulated, WhatIsLostMayBeDropped) {
  Bag bag{40, 6, 1, 0, 2, 1};
  bag.others = {{"on_failure", std::string("drop")}};
  Scenario scenario = job_of(bag);
  kill_at(scenario, Seconds(0.25), {bag.roles().first_worker(), bag.roles().first_worker() + 1});
  const auto result = simulated(scenario);
  EXPECT_EQ(metric(result, "completed"), 38);
  EXPECT_EQ(metric(result, "dropped"), 2);
}

TEST(FalanxSimulated, AGroupGoesOnWithTheRestOrWithSpares) {
  for (const int lost : {0, 1, 2}) {
    for (const int spares : {0, 1}) {
      Bag bag{24, 2, 3, spares, 2, 1};
      Scenario scenario = job_of(bag);
      kill_at(scenario, Seconds(0.25), {bag.roles().first_worker() + lost});
      const auto faults = complaints({scenario}, [](const results::Result& result) {
        return metric(result, "completed") == 24 && metric(result, "failed") == 1 && is_finished(result)
                   ? std::string()
                   : "failed " + std::to_string(metric(result, "failed"));
      });
      EXPECT_THAT(faults, IsEmpty()) << lost << " " << spares;
    }
  }
}

TEST(FalanxSimulated, ASpareThatDiesCostsNoTask) {
  const Bag bag{24, 2, 2, 1, 2, 1};
  Scenario scenario = job_of(bag);
  kill_at(scenario, Seconds(0.25), {bag.roles().first_worker() + 2});
  const auto result = simulated(scenario);
  EXPECT_EQ(metric(result, "completed"), 24);
  EXPECT_EQ(metric(result, "failed"), 0);
}

TEST(FalanxSimulated, TheNextWatchDogTakesOverAndAtLastTheServer) {
  const Bag bag{60, 6, 1, 0, 2, 2};
  Scenario scenario = job_of(bag);
  kill_at(scenario, Seconds(0.25), {bag.roles().first_watchdog()});
  kill_at(scenario, Seconds(0.35), {bag.roles().first_worker()}); // the numbers of the living: its own is one more
  kill_at(scenario, Seconds(0.45), {bag.roles().first_watchdog()});
  kill_at(scenario, Seconds(0.55), {bag.roles().first_worker()});
  const auto result = simulated(scenario);
  EXPECT_TRUE(is_finished(result));
  EXPECT_EQ(metric(result, "completed"), 60);
  EXPECT_EQ(metric(result, "failed"), 2);
}

TEST(FalanxSimulated, DataSurviveAllNodesButOneDyingOneByOne) {
  Bag bag{80, 4, 1, 0, 4, 1};
  bag.others = {{"input", std::string("100KiB")}};
  Scenario scenario = job_of(bag);
  for (const double time : {0.25, 0.55, 0.85}) kill_at(scenario, Seconds(time), {bag.roles().first_data_node()});
  const auto result = simulated(scenario);
  EXPECT_EQ(metric(result, "completed"), 80);
  EXPECT_EQ(metric(result, "failed") + metric(result, "data_losses") + metric(result, "wrong"), 0);
}

TEST(FalanxSimulated, TheApplicationSeesThatBothCopiesAreGone) {
  const Bag bag{80, 4, 1, 0, 4, 1};
  Scenario scenario = job_of(bag);
  kill_at(scenario, Seconds(0.25), {bag.roles().first_data_node(), bag.roles().first_data_node() + 1});
  const auto result = simulated(scenario);
  EXPECT_TRUE(is_finished(result));
  EXPECT_EQ(metric(result, "completed"), 80);
  EXPECT_GT(metric(result, "data_losses"), 0);
  EXPECT_EQ(metric(result, "wrong"), 0);
}

// --- What nobody survives ends the job, and says why

std::string last_words(const Bag& bag, std::vector<int> victims) {
  Scenario scenario = job_of(bag);
  kill_at(scenario, Seconds(0.25), std::move(victims));
  const auto result = simulated(scenario);
  EXPECT_FALSE(is_finished(result));
  const auto lines = printed(result);
  EXPECT_EQ(lines.size(), 1u);
  return lines.empty() ? "" : lines.back();
}

TEST(FalanxEnds, WithoutTheTaskQueueServer) {
  EXPECT_THAT(last_words({40, 4, 1, 0, 2, 1}, {1}), HasSubstr("task queue server, rank 1, has died"));
}
TEST(FalanxEnds, WithoutTheMainLogic) {
  EXPECT_THAT(last_words({40, 4, 1, 0, 2, 1}, {0}), HasSubstr("main logic has died"));
}
TEST(FalanxEnds, WithoutWorkers) { EXPECT_THAT(last_words({40, 2}, {4, 5}), HasSubstr("all workers have died")); }
TEST(FalanxEnds, WithoutADataStore) {
  EXPECT_THAT(last_words({40, 4}, {2, 3}), HasSubstr("no node of the data store is left"));
}

} // namespace
} // namespace daruma::models
