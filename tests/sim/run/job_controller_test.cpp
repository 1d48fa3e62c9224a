// Jobs led through their lives by a driver of the test's: no simulator, no MPI.
#include "sim/run/job_controller.hpp"

#include <gmock/gmock.h>

#include <iterator>

namespace daruma::run {
namespace {

using testing::ElementsAre;

/// Starts a job's processes at once, one per node, and does at its time what was asked for.
class FakeDriver final : public Driver {
public:
  explicit FakeDriver(const scenario::Scenario& scenario) : controller(scenario, 0, *this) {
    controller.plan_starts();
    controller.plan_events();
    controller.plan_horizon();
  }

  /// What is due until then, each at its time.
  void go_on_until(double time_s) {
    while (!due_.empty() && due_.begin()->first <= Seconds(time_s)) {
      now_ = due_.begin()->first;
      const auto action = std::move(due_.begin()->second);
      due_.erase(due_.begin());
      action();
    }
    now_ = Seconds(time_s);
  }
  JobLife& job() { return *controller.jobs().front(); }
  /// All events, as "kind: text".
  std::vector<std::string> story() {
    std::vector<std::string> all;
    controller.break_off("the test ended");
    for (const auto& event : controller.result({}).events) all.push_back(event.kind + ": " + event.text);
    return all;
  }

  Seconds now() const override { return now_; }
  void at(Seconds when, std::function<void()> action) override { due_.emplace(when, std::move(action)); }
  void submit(JobLife& job) override {
    job.launch();
    living_.clear();
    std::vector<int> nodes = controller.cores().take(job.processes_at_start(), job.plan().placement);
    for (std::size_t i = 0; i < nodes.size(); ++i) living_.push_back(static_cast<int>(i));
    job.place(0, nodes, now_);
    controller.began(job, now_, job.placed());
  }
  void submit_again(JobLife& job, Sequel) override { submit(job); }
  void deliver(JobLife&, const std::string& order) override { delivered.push_back(order); }
  std::vector<int> living(const JobLife&) const override { return living_; }
  void kill(JobLife& job, int process, const std::string& cause) override {
    living_.erase(std::find(living_.begin(), living_.end(), process));
    controller.died(job, process, now_, cause);
  }
  void kill_all(JobLife& job, const std::string& cause) override {
    while (!living_.empty()) kill(job, living_.front(), cause);
  }
  void switch_off(int node) override {
    if (controller.lose_node(node, NodeLoss::went_off, "")) controller.strike_node(node, "its node went off");
  }
  void slow_node(int node, double factor) override { slowness.emplace_back(node, factor); }
  void forget(JobLife&, int process) override { forgotten.push_back(process); }
  void last_one_gone(JobLife& job) override { controller.emptied(job, now_); }

  JobController controller;
  std::vector<std::string> delivered;
  std::vector<int> forgotten;
  std::vector<std::pair<int, double>> slowness;

private:
  Seconds now_{0};
  std::multimap<Seconds, std::function<void()>> due_;
  std::vector<int> living_;
};

scenario::Scenario scenario_of(int ranks, scenario::RecoveryStyle recovery = scenario::RecoveryStyle::shrink) {
  scenario::Scenario scenario;
  scenario.machine.nodes = 4;
  scenario::Job job;
  job.name = "q";
  job.ranks = ranks;
  job.start = Seconds(1);
  job.recovery = recovery;
  scenario.jobs.push_back(job);
  return scenario;
}

void add(scenario::Scenario& scenario, double time_s, scenario::Action action) {
  scenario::Event event;
  event.when.at = Seconds(time_s);
  event.action = std::move(action);
  scenario.events.push_back(event);
}

TEST(JobController, KillsByRankOfThoseWhoLive) {
  scenario::Scenario scenario = scenario_of(3);
  add(scenario, 2, scenario::KillRanks{"q", {0}});
  add(scenario, 3, scenario::KillRanks{"q", {1, 2}});
  FakeDriver driver(scenario);
  driver.go_on_until(4);
  EXPECT_THAT(driver.forgotten, ElementsAre(0, 2)) << "rank 1 is process 2 by then";
  EXPECT_EQ(driver.job().row().deaths, 2);
  EXPECT_THAT(driver.story(), ElementsAre("start: 3 processes", "death: killed", "ignored: kill of rank 2: there are 2",
                                          "death: killed"));
}

TEST(JobController, ANodeThatGoesOffTakesItsProcessesOnce) {
  scenario::Scenario scenario = scenario_of(3);
  add(scenario, 2, scenario::NodeOff{1});
  add(scenario, 3, scenario::NodeOff{1});
  FakeDriver driver(scenario);
  driver.go_on_until(4);
  EXPECT_TRUE(driver.job().is_struck());
  EXPECT_TRUE(driver.controller.is_lost(1));
  EXPECT_THAT(driver.story(), ElementsAre("start: 3 processes", "node_off: node-1", "death: its node went off"));
}

TEST(JobController, SlowdownsThatOverlapMultiplyAndLeaveNothingBehind) {
  scenario::Scenario scenario = scenario_of(1);
  add(scenario, 2, scenario::SlowNode{1, {3, Seconds(2)}});
  add(scenario, 3, scenario::SlowNode{1, {0.1 + 0.2, Seconds(2)}});
  FakeDriver driver(scenario);
  driver.go_on_until(6);
  EXPECT_THAT(driver.slowness, ElementsAre(std::pair(1, 3.0), std::pair(1, (0.1 + 0.2) * 3), std::pair(1, 0.1 + 0.2),
                                           std::pair(1, 1.0)));
}

TEST(JobController, RunsAJobAgainThatLostAllAndEndsItWhenItFinishes) {
  scenario::Scenario scenario = scenario_of(1, scenario::RecoveryStyle::rerun);
  add(scenario, 2, scenario::KillRanks{"q", {0}});
  FakeDriver driver(scenario);
  driver.go_on_until(3);
  ASSERT_TRUE(driver.job().is_running());
  EXPECT_EQ(driver.job().row().reruns, 1);
  driver.job().come_to_end();
  driver.controller.left(driver.job(), 0, Seconds(3));
  EXPECT_TRUE(driver.controller.is_over());
  EXPECT_THAT(driver.story(), ElementsAre("start: 1 processes", "death: killed", "start: 1 processes", "end: 1 ranks"));
}

TEST(JobController, AnEventAfterARestartComesSoLongAfterIt) {
  scenario::Scenario scenario = scenario_of(2);
  scenario::Event event;
  event.when.job = "q";
  event.when.restarts = 1;
  event.when.delay = Seconds(2);
  event.action = scenario::Resize{"q", 1};
  scenario.events.push_back(event);
  FakeDriver driver(scenario);
  driver.go_on_until(5);
  driver.controller.restarted(driver.job(), 0, Seconds(5), "3->2");
  driver.controller.restarted(driver.job(), 0, Seconds(5), "again");
  driver.go_on_until(6.9);
  EXPECT_THAT(driver.delivered, ElementsAre());
  driver.go_on_until(8);
  EXPECT_THAT(driver.delivered, ElementsAre("1"));
  EXPECT_EQ(driver.job().row().restarts, 2);
}

TEST(JobController, OrdersToAJobThatHasEndedAreIgnored) {
  scenario::Scenario scenario = scenario_of(1);
  scenario.jobs.push_back(scenario.jobs.front());
  scenario.jobs.back().name = "other";
  scenario.jobs.back().start = Seconds(100);
  add(scenario, 3, scenario::Command{"q", "go"});
  FakeDriver driver(scenario);
  driver.go_on_until(2);
  driver.job().come_to_end();
  driver.controller.left(driver.job(), 0, Seconds(2));
  driver.go_on_until(3);
  EXPECT_THAT(driver.delivered, ElementsAre());
  EXPECT_EQ(driver.story().back(), "ignored: order \"go\": the job has ended");
}

/// Whichever of two things of one time comes first.
TEST(JobController, AJobWhoseTimeComesWithTheHorizonDoesNotStartAfterItsEnd) {
  scenario::Scenario scenario = scenario_of(1);
  scenario.horizon = Seconds(1);
  FakeDriver driver(scenario);
  driver.controller.plan_starts(); // once more, after the horizon
  driver.go_on_until(2);
  EXPECT_TRUE(driver.controller.is_over());
  EXPECT_THAT(driver.story(), ElementsAre("start: 1 processes", "end: still running at the horizon of 1s"));
  scenario.jobs.front().start = Seconds(5);
  FakeDriver late(scenario);
  late.go_on_until(6);
  EXPECT_THAT(late.story(), ElementsAre("end: not started by the horizon of 1s"));
}

TEST(JobController, WhatBrokeFirstIsWhyNothingHappensAnyMore) {
  scenario::Scenario scenario = scenario_of(1);
  add(scenario, 2, scenario::KillRanks{"q", {0}});
  FakeDriver driver(scenario);
  driver.go_on_until(1);
  driver.controller.broke(driver.job(), 0, Breakdown::stopped, "a bug");
  driver.controller.break_down(Breakdown::crash, "later");
  driver.go_on_until(3);
  EXPECT_EQ(driver.controller.breakdown(), "q: process 0 stopped with an error: a bug");
  EXPECT_EQ(driver.controller.kind_of_breakdown(), Breakdown::stopped);
  EXPECT_EQ(driver.job().row().deaths, 0);
}

TEST(JobController, AnUrgentJobIsJudgedByItsDeadline) {
  scenario::Scenario scenario = scenario_of(1);
  scenario.jobs.front().deadline = Seconds(3);
  FakeDriver driver(scenario);
  driver.go_on_until(2);
  driver.job().come_to_end();
  driver.controller.left(driver.job(), 0, Seconds(2));
  const auto result = driver.controller.result({});
  EXPECT_EQ(result.metrics.at("q.response_s"), 1);
  EXPECT_EQ(result.metrics.at("q.deadline_met"), 1);
  EXPECT_EQ(std::next(result.events.begin(), static_cast<std::ptrdiff_t>(result.events.size()) - 1)->text,
            "met: 1s of 3s");
}

} // namespace
} // namespace daruma::run
