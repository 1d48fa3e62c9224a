// A machine with a resource manager: who starts when, and who makes room for whom.
#include "models/dyprc/mpi/dyprc.hpp"
#include "sim/batch/centre.hpp"
#include "sim/batch/listed_dependencies.hpp"
#include "sim/batch/objections.hpp"
#include "sim/batch/policy_library.hpp"
#include "sim/core/random_stream.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <cmath>
#include <filesystem>
#include <gmock/gmock.h>
#include <mpi.h>

namespace daruma::run::test {
namespace {

using testing::HasSubstr;

/// Sixteen nodes of a core each, and a manager.
scenario::Scenario sixteen_nodes(const std::string& queue, const std::string& urgent) {
  scenario::Scenario scenario = one_job("program", 1);
  scenario.jobs.clear();
  scenario.machine.nodes = 16;
  scenario.machine.cores = 1;
  scenario.manager = scenario::Manager{queue, urgent, 0};
  return scenario;
}

scenario::Job job(const std::string& name, double start_s, int ranks, double run_s) {
  scenario::Job job;
  job.name = name;
  job.model = "program";
  job.start = Seconds(start_s);
  job.ranks = ranks;
  job.limit = Seconds(run_s);
  job.arguments = {{"run_s", run_s}};
  return job;
}

/// As long as its argument says; one that fails aborts in the end.
void last() {
  MPI_Init(nullptr, nullptr);
  models::port().sleep(Seconds(std::stod(*models::port().argument("run_s"))));
  if (models::port().argument("fails")) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
}

std::string starts(const results::Result& result) {
  std::string text;
  for (const results::JobRow& row : result.jobs) text += std::to_string(row.start.count()) + " ";
  return text;
}

/// Those that never start have none.
std::string starts_of_dependents(const results::Result& result) {
  std::string text;
  for (const results::JobRow& row : result.jobs) {
    const bool has_started = row.reason.find("DependencyNeverSatisfied") == std::string::npos;
    text += (has_started ? std::to_string(row.start.count()) : "never") + " ";
  }
  return text;
}

/// The same jobs without ranks.
std::string planned_starts(const scenario::Scenario& scenario) {
  std::vector<batch::Job> jobs;
  for (const scenario::Job& one : scenario.jobs) jobs.push_back({one.start, *one.limit, *one.limit, one.ranks});
  batch::Rules rules;
  rules.nodes = scenario.machine.nodes;
  rules.queue = batch::find_policy(batch::queue_policies(), scenario.manager->queue);
  std::string text;
  for (const batch::JobOutcome& outcome : batch::simulate(jobs, rules).outcomes)
    text += std::to_string(outcome.start.count()) + " ";
  return text;
}

/// Twenty jobs, drawn by the name of the queue.
scenario::Scenario twenty_jobs(const std::string& queue) {
  scenario::Scenario scenario = sixteen_nodes(queue, "wait");
  RandomStream random(5, 0, std::filesystem::path(queue).filename().string());
  double start_s = 0;
  for (int i = 0; i < 20; ++i) {
    start_s += std::floor(random.uniform() * 20);
    const int ranks = 1 + static_cast<int>(random.uniform() * 12);
    scenario.jobs.push_back(job("j" + std::to_string(i), start_s, ranks, 1 + std::floor(random.uniform() * 60)));
  }
  return scenario;
}

std::string actual_starts(const scenario::Scenario& scenario) {
  return simulate_apart(scenario, {{"program", last, {}}}, starts);
}

/// Half of them depend on jobs before them, a fifth fails, and every third is a task of an array of which two run. What
/// else happens does not happen at the same instant by the draw.
scenario::Scenario twenty_dependents(const std::string& queue, bool kills) {
  scenario::Scenario scenario = twenty_jobs(queue);
  scenario.manager->kill_invalid_depend = kills;
  RandomStream random(7, 0, queue);
  const std::vector<std::string> words{"after", "afterany", "afterok", "afternotok"};
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
    scenario::Job& one = scenario.jobs[i];
    one.start += Seconds(random.uniform());
    one.limit = *one.limit + Seconds(random.uniform());
    one.arguments["run_s"] = one.limit->count();
    if (random.uniform() < 0.2) one.arguments["fails"] = 1.0;
    if (i % 3 == 0) {
      one.array = scenario::ArrayTask{"sweep", 2};
      one.ranks = 3;
      one.start = scenario.jobs.front().start;
    } else if (random.uniform() < 0.7) {
      const std::string word = words[random.below(words.size())];
      const std::string other = i > 18 ? "sweep" : "j" + std::to_string(random.below(i));
      one.dependency = read_dependencies(word + ":" + other + (word == "after" ? "+1" : ""));
    }
  }
  std::stable_sort(scenario.jobs.begin(), scenario.jobs.end(),
                   [](const auto& a, const auto& b) { return a.start < b.start; });
  return scenario;
}

/// The same without ranks.
std::string planned_starts_of_dependents(const scenario::Scenario& scenario) {
  std::vector<const scenario::Job*> all;
  for (const scenario::Job& one : scenario.jobs) all.push_back(&one);
  const auto fail = [](std::size_t, const char*, const std::string& sentence) { ADD_FAILURE() << sentence; };
  const batch::ListedDependencies listed = batch::dependencies_of(all, fail);
  std::vector<batch::Job> jobs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    jobs.push_back({all[i]->start, *all[i]->limit, *all[i]->limit, all[i]->ranks});
    jobs.back().dependency = listed.jobs[i].dependency;
    jobs.back().fails = all[i]->arguments.count("fails") > 0;
  }
  batch::Rules rules;
  rules.nodes = scenario.machine.nodes;
  rules.queue = batch::find_policy(batch::queue_policies(), scenario.manager->queue);
  rules.array_names = listed.array_names;
  rules.kill_invalid_depend = scenario.manager->kill_invalid_depend;
  std::string text;
  for (const batch::JobOutcome& outcome : batch::simulate(jobs, rules).outcomes)
    text += (outcome.fate == batch::JobOutcome::Fate::finished ? std::to_string(outcome.start.count()) : "never") + " ";
  return text;
}

std::string library(const std::string& name) { return DARUMA_POLICY_LIBRARIES "/" + name + ".so"; }

TEST(Managed, JobsStartWhenThoseOfACentreDo) {
  std::vector<std::string> queues = names_of(batch::queue_policies());
  queues.push_back(library("same"));
  for (const std::string& queue : queues) {
    const scenario::Scenario scenario = twenty_jobs(queue);
    EXPECT_EQ(actual_starts(scenario), planned_starts(scenario)) << queue;
  }
}

TEST(Managed, JobsThatDependOnOthersStartWhenThoseOfACentreDo) {
  for (const bool kills : {false, true})
    for (const std::string& queue : names_of(batch::queue_policies())) {
      const scenario::Scenario scenario = twenty_dependents(queue, kills);
      EXPECT_EQ(simulate_apart(scenario, {{"program", last, {}}}, starts_of_dependents),
                planned_starts_of_dependents(scenario))
          << queue << (kills ? ", which are cancelled" : "");
    }
}

TEST(Managed, AJobThatNeverMayRunEndsWithTheReasonAndItsWaitsAreTold) {
  scenario::Scenario scenario = sixteen_nodes("fcfs", "wait");
  scenario.jobs = {job("a", 0, 16, 10), job("b", 1, 4, 5), job("c", 2, 16, 5)};
  scenario.jobs[0].arguments["fails"] = 1.0;
  scenario.jobs[1].dependency = read_dependencies("afterok:a");
  scenario.jobs[2].dependency = read_dependencies("afternotok:a");
  const auto told = [](const results::Result& result) {
    return result.jobs[1].reason + "; " + std::to_string(result.metrics.at("c.dependency_wait_s")) + " " +
           std::to_string(result.metrics.at("c.wait_s"));
  };
  EXPECT_EQ(simulate_apart(scenario, {{"program", last, {}}}, told),
            "DependencyNeverSatisfied: afterok of job a, which failed: it waits forever; 8.000000 0.000000");
}

TEST(Managed, JobsEndWithTheReasonWhereALibrarysPolicyStartsMoreThanIsFree) {
  EXPECT_THAT(
      actual_starts(twenty_jobs(library("wrong"))),
      testing::MatchesRegex("error: .*/wrong.so: at [0-9]+ s it starts jobs of [0-9]+ processors where [0-9]+ are "
                            "free"));
}

/// All but prints, with whole seconds.
std::string course(const results::Result& result) {
  std::string text;
  for (const results::Event& event : result.events)
    if (event.kind != "print" && event.process < 0)
      text += std::to_string(static_cast<int>(event.time.count())) + " " + event.job + " " + event.kind + ": " +
              event.text + "\n";
  return text + std::to_string(static_cast<int>(result.metrics.at("quake.deadline_met")));
}

/// 16 ranks for 40 steps of a second, and at 10.5 s an urgent job of 12 for 20 s.
std::string with_urgent(const std::string& policy) {
  scenario::Scenario scenario = sixteen_nodes("fcfs", policy);
  scenario::Job pool = job("pool", 0, 16, 40);
  pool.model = "dyprc-iterate";
  pool.arguments = {{"iterations", 40.0}, {"work", std::string("1Gf")}};
  pool.fewest = 4;
  if (policy == "preempt") pool.checkpoint = scenario::Checkpoint{1000, Bytes(0), CheckpointPlace::file_system};
  scenario.jobs = {pool, job("quake", 10.5, 12, 20)};
  scenario.jobs[1].deadline = Seconds(25);
  Models offered{{"program", last, {}}};
  offered.insert(offered.end(), models::dyprc::programs().begin(), models::dyprc::programs().end());
  return simulate_apart(scenario, offered, course);
}

TEST(Managed, AnUrgentJobWaits) {
  EXPECT_EQ(with_urgent("wait"), "0 pool submit: 16 processes; 16 cores are free\n"
                                 "0 pool start: 16 processes\n"
                                 "10 quake submit: 12 processes; 0 cores are free\n"
                                 "40 pool end: 16 ranks\n"
                                 "40 quake start: 12 processes\n"
                                 "60 quake end: 12 ranks\n"
                                 "60 quake deadline: missed: 49.501s of 25s\n"
                                 "0");
}

/// Who is evicted begins from its start.
TEST(Managed, AnUrgentJobEndsOthers) {
  EXPECT_EQ(with_urgent("kill"), "0 pool submit: 16 processes; 16 cores are free\n"
                                 "0 pool start: 16 processes\n"
                                 "10 quake submit: 12 processes; 0 cores are free\n"
                                 "10 pool evict: for quake\n"
                                 "10 quake start: 12 processes\n"
                                 "30 quake end: 12 ranks\n"
                                 "30 quake deadline: met: 20s of 25s\n"
                                 "30 pool start: 16 processes\n"
                                 "70 pool end: 16 ranks\n"
                                 "1");
}

/// Who is told to write a checkpoint goes on from there: with step 12 of 40, as the order is read at the end of a step.
TEST(Managed, AnUrgentJobHasOthersWriteACheckpointAndEnd) {
  EXPECT_EQ(with_urgent("preempt"), "0 pool submit: 16 processes; 16 cores are free\n"
                                    "0 pool start: 16 processes\n"
                                    "10 quake submit: 12 processes; 0 cores are free\n"
                                    "10 pool evict: for quake\n"
                                    "10 pool order: checkpoint\n"
                                    "11 quake start: 12 processes\n"
                                    "31 quake end: 12 ranks\n"
                                    "31 quake deadline: met: 20.5s of 25s\n"
                                    "31 pool start: 16 processes\n"
                                    "60 pool end: 16 ranks\n"
                                    "1");
}

/// Sixteen ranks for 40 steps of a second with a checkpoint each ten, and a node that fails at 14.5 s.
std::string with_lost_node(scenario::RecoveryStyle recovery, int spares) {
  scenario::Scenario scenario = sixteen_nodes("fcfs", "wait");
  scenario.machine.nodes += spares;
  scenario.manager->spares = spares;
  scenario::Job pool = job("pool", 0, 16, 40);
  pool.model = "dyprc-iterate";
  pool.arguments = {{"iterations", 40.0}, {"work", std::string("1Gf")}};
  pool.recovery = recovery;
  pool.fewest = 8;
  pool.checkpoint = scenario::Checkpoint{10, Bytes(0), CheckpointPlace::file_system};
  scenario.jobs = {pool};
  at(scenario, 14.5, scenario::NodeOff{3});
  return simulate_apart(scenario, models::dyprc::programs(), [](const results::Result& result) {
    std::string nodes;
    for (const int node : result.jobs[0].nodes) nodes += " " + std::to_string(node);
    return std::to_string(static_cast<int>(result.jobs[0].end.count())) + " on" + nodes;
  });
}

/// It has lost 4.5 s, and runs on the 15 nodes that are left.
TEST(Managed, AJobThatStartsAgainEndsWithItsNode) {
  EXPECT_EQ(with_lost_node(scenario::RecoveryStyle::rerun, 0), "44 on 0 1 2 4 5 6 7 8 9 10 11 12 13 14 15");
}

/// The survivors come to the end of their step first.
TEST(Managed, ASpareNodeTakesThePlaceOfALostOne) {
  EXPECT_EQ(with_lost_node(scenario::RecoveryStyle::spawn, 2), "45 on 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");
}

/// The order is read at the end of a step.
TEST(Managed, AnUrgentJobShrinksOthersWhichGrowBack) {
  EXPECT_EQ(with_urgent("shrink"), "0 pool submit: 16 processes; 16 cores are free\n"
                                   "0 pool start: 16 processes\n"
                                   "10 quake submit: 12 processes; 0 cores are free\n"
                                   "10 pool yield: to 4 of 16 ranks, for quake\n"
                                   "10 pool order: 4\n"
                                   "11 quake start: 12 processes\n"
                                   "31 quake end: 12 ranks\n"
                                   "31 quake deadline: met: 20.5s of 25s\n"
                                   "31 pool grow_back: to 16 of 16 ranks\n"
                                   "31 pool order: 16\n"
                                   "40 pool end: 16 ranks\n"
                                   "1");
}

TEST(Managed, CoresKeptIdleAreThereForAnUrgentJob) {
  scenario::Scenario scenario = sixteen_nodes("fcfs", "idle");
  scenario.manager->idle = 4;
  scenario.jobs = {job("a", 0, 8, 30), job("b", 1, 6, 10), job("c", 2, 4, 10), job("quake", 5, 4, 10)};
  scenario.jobs[3].deadline = Seconds(11);
  EXPECT_EQ(simulate_apart(scenario, {{"program", last, {}}}, starts), "0.000000 30.000000 30.000000 5.000000 ");
}

TEST(Managed, AnUrgentJobThatWaitsWillHaveTheIdleCoresToo) {
  scenario::Scenario scenario = sixteen_nodes("easy", "idle");
  scenario.manager->idle = 4;
  scenario.jobs = {job("a", 0, 8, 30), job("quake", 5, 14, 10), job("b", 6, 4, 40)};
  scenario.jobs[1].deadline = Seconds(60);
  EXPECT_EQ(simulate_apart(scenario, {{"program", last, {}}}, starts), "0.000000 30.000000 40.000000 ");
}

std::vector<std::string> objected_to_manager(const scenario::Scenario& scenario) {
  std::vector<std::string> all;
  for (const auto& problem : batch::objections_to_manager(scenario, "s.json"))
    all.push_back(problem.pointer + ": " + problem.sentence);
  return all;
}

TEST(Managed, PoliciesThatAreNotThereAndLimitsThatAreMissingAreTold) {
  scenario::Scenario scenario = sixteen_nodes("easy", "shrinc");
  scenario.jobs = {job("a", 0, 1, 1), job("b", 0, 1, 1)};
  scenario.jobs[1].limit.reset();
  EXPECT_THAT(objected_to_manager(scenario),
              testing::ElementsAre("/manager/urgent: unknown policy \"shrinc\"; did you mean \"shrink\"?",
                                   HasSubstr("/jobs/1: the queue \"easy\" plans with limits")));
  scenario = sixteen_nodes("fcfs", "idle");
  EXPECT_THAT(objected_to_manager(scenario), testing::ElementsAre("/manager/urgent: \"idle\" needs \"idle\""));
  scenario = sixteen_nodes("lifo", "kill");
  EXPECT_THAT(objected_to_manager(scenario), testing::ElementsAre(HasSubstr("/manager/queue: unknown queue \"lifo\"")));
}

} // namespace
} // namespace daruma::run::test
