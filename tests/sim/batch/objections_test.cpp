// What a scenario asks of policies and cannot have.
#include "sim/batch/objections.hpp"

#include <gmock/gmock.h>

namespace daruma::batch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> told(const std::vector<scenario::Problem>& problems) {
  std::vector<std::string> all;
  for (const scenario::Problem& problem : problems) all.push_back(problem.pointer + ": " + problem.sentence);
  return all;
}

scenario::Scenario with_centre(const std::string& on_failure, const std::string& urgent) {
  scenario::Scenario scenario;
  scenario.centre.emplace().on_failure = on_failure;
  scenario.centre->failure_log.emplace();
  scenario.centre->urgent.emplace().policy = urgent;
  return scenario;
}

std::vector<std::string> objections_at(const scenario::Scenario& scenario) {
  return told(objections_to_centre(scenario, "s.json"));
}

TEST(CentreObjections, AreMadeToNamesThatAreNone) {
  scenario::Scenario scenario = with_centre("rerun", "wait");
  const auto to_names = [&scenario](const char* names) {
    scenario.centre->node_names = names;
    return objections_at(scenario);
  };
  EXPECT_THAT(to_names("cn[01-02],gpu1"), IsEmpty());
  EXPECT_THAT(to_names("cn[01-"),
              ElementsAre("/centre/node_names: is no list of nodes as Slurm writes them, such as cn[001-128],login1"));
  EXPECT_THAT(to_names("cn[1-2],cn1"), ElementsAre("/centre/node_names: names a node twice"));
}

TEST(CentreObjections, NameWhatPoliciesNeed) {
  EXPECT_THAT(objections_at(with_centre("rerun", "wait")), IsEmpty());
  EXPECT_THAT(objections_at(with_centre("restart", "preempt")),
              ElementsAre("/centre/on_failure: \"restart\" needs \"checkpoint\"",
                          "/centre/urgent/policy: \"preempt\" needs \"checkpoint\""));
  EXPECT_THAT(
      objections_at(with_centre("spare", "idle")),
      ElementsAre("/centre/on_failure: \"spare\" needs \"spares\"", "/centre/urgent/policy: \"idle\" needs \"idle\""));
  EXPECT_THAT(objections_at(with_centre("shrink", "shrink")),
              ElementsAre("/centre/on_failure: nobody can shrink where no jobs are malleable",
                          "/centre/urgent/policy: nobody can shrink where no jobs are malleable"));
}

TEST(CentreObjections, TellWhereACheckpointWouldBeLost) {
  scenario::Scenario scenario = with_centre("restart", "preempt");
  scenario.centre->checkpoint.emplace().to = CheckpointPlace::partner_memory;
  EXPECT_THAT(objections_at(scenario),
              ElementsAre("/centre/checkpoint/to: what is in memory is lost before a job starts again",
                          "/centre/urgent/policy: \"preempt\" needs checkpoints on the file system"));
}

TEST(CentreObjections, ListWhatIsKnownInPlaceOfUnknownNames) {
  scenario::Scenario scenario = with_centre("pray", "beg");
  scenario.centre->queue = "esay";
  EXPECT_THAT(objections_at(scenario),
              ElementsAre("/centre/queue: unknown queue \"esay\"; did you mean \"easy\"?",
                          "/centre/on_failure: unknown policy for failures \"pray\"; known: \"rerun\", \"restart\", "
                          "\"spare\" and \"shrink\"",
                          "/centre/urgent/policy: unknown policy for urgent jobs \"beg\"; known: \"wait\", \"kill\", "
                          "\"preempt\", \"shrink\", \"invasive\", \"negotiated\" and \"idle\""));
}

TEST(CentreObjections, NameOrdersThatNobodyKnows) {
  scenario::Scenario scenario;
  scenario.centre.emplace().queue_parameters.order = "wfp2";
  EXPECT_THAT(objections_at(scenario),
              ElementsAre("/centre/queue/order: unknown order \"wfp2\"; did you mean \"wfp3\"?"));
}

TEST(CentreObjections, AStrategyIsKnownAndSharesAMachineThatIsAlikeToEverybody) {
  scenario::Scenario scenario;
  scenario.centre.emplace().flexible.largest = 2;
  EXPECT_THAT(objections_at(scenario),
              ElementsAre("/centre/flexible/largest: nobody gets more than it asks for without a \"strategy\""));
  scenario.centre->flexible.strategy = "mean";
  scenario.centre->partitions.emplace_back();
  scenario.centre->reservations.emplace_back();
  scenario.centre->power.emplace().caps.push_back({Seconds(0), Watts(1)});
  const std::string place = "/centre/flexible/strategy: ";
  const std::string alike = place + "is for a machine that everybody may use at all times, without ";
  EXPECT_THAT(objections_at(scenario),
              ElementsAre(place + "unknown strategy \"mean\"; known: \"min\", \"average\", \"preferred\", "
                                  "\"keep-preferred\" and \"max-steal\"",
                          alike + "\"partitions\"", alike + "\"reservations\"", alike + "a power \"cap\""));
}

/// Four nodes, of which two are kept idle.
scenario::Scenario with_manager(const scenario::Job& job, const std::string& policy) {
  scenario::Scenario scenario;
  scenario.machine.nodes = 4;
  scenario.machine.cores = 1;
  scenario.manager = scenario::Manager{"fcfs", policy, 2};
  scenario.jobs = {job};
  return scenario;
}

scenario::Job listed(const std::string& name, const std::string& dependency, const std::string& array = "",
                     int limit = 0) {
  scenario::Job job;
  job.name = name;
  if (!dependency.empty()) job.dependency = read_dependencies(dependency);
  if (!array.empty()) job.array = scenario::ArrayTask{array, limit};
  return job;
}

std::vector<std::string> objections_to_jobs(std::vector<scenario::Job> jobs) {
  scenario::Scenario scenario;
  scenario.machine.nodes = 4;
  scenario.machine.cores = 1;
  scenario.manager.emplace();
  scenario.jobs = std::move(jobs);
  return told(objections_to_manager(scenario, "s.json"));
}

TEST(ManagerObjections, AreMadeToDependenciesThatCannotBe) {
  EXPECT_THAT(objections_to_jobs({listed("mesh", ""), listed("solve", "afterok:mesh:steps"), listed("a", "", "steps"),
                                  listed("b", "singleton", "steps")}),
              IsEmpty());
  EXPECT_THAT(
      objections_to_jobs({listed("mesh", "afterok:mash"), listed("solve", "afterok:solve"),
                          listed("a", "afterok:steps", "steps"), listed("b", "", "mesh", 2), listed("c", "", "mesh", 3),
                          listed("d", "aftercorr:steps"), listed("e", "aftercorr:steps", "mesh", 2),
                          listed("f", "singleton")}),
      testing::UnorderedElementsAre(
          "/jobs/0/dependency: unknown job or array \"mash\"; did you mean \"mesh\"?",
          "/jobs/1/dependency: waits for itself",
          "/jobs/2/dependency: waits for \"steps\", the array that it is a task of",
          "/jobs/3/array/name: is the name of a job, too: \"mesh\"",
          "/jobs/4/array/name: is the name of a job, too: \"mesh\"",
          "/jobs/6/array/name: is the name of a job, too: \"mesh\"",
          "/jobs/4/array/limit: must be the same of all tasks of array \"mesh\", got 2 and 3",
          "/jobs/5/dependency: \"aftercorr\" is for tasks of an array, and it is none",
          "/jobs/6/dependency: is task 3 of its array, and array \"steps\" has 1",
          "/jobs/7/dependency: \"singleton\" is for tasks of an array: no other jobs of a scenario share a name"));
  EXPECT_THAT(objections_to_jobs({listed("a", "afterok:b"), listed("b", "afterok:c"), listed("c", "after:b")}),
              ElementsAre("/jobs/1/dependency: jobs wait for each other in a circle: \"b\" and \"c\""));
}

TEST(ManagerObjections, AnOrderMayNeedLimitsThatItsPolicyDoesNot) {
  scenario::Scenario scenario = with_manager({}, "wait");
  EXPECT_THAT(told(objections_to_manager(scenario, "")), IsEmpty());
  scenario.manager->queue_parameters.order = "sjf";
  EXPECT_THAT(told(objections_to_manager(scenario, "")),
              ElementsAre("/jobs/0: the queue \"fcfs\" plans with limits, and this job has no \"limit\""));
}

TEST(ManagerObjections, NameJobsThatNeverFitBesideTheIdleCores) {
  scenario::Job job;
  job.ranks = 2;
  job.spares = 1;
  const std::string objection = "/jobs/0/ranks: 3 processes never fit on the 2 cores that others than urgent jobs get";
  EXPECT_THAT(told(objections_to_manager(with_manager(job, "idle"), "")), ElementsAre(objection));
  EXPECT_THAT(told(objections_to_manager(with_manager(job, "kill"), "")), IsEmpty()) << "a policy that keeps none";
  scenario::Job urgent = job;
  urgent.deadline = Seconds(1);
  EXPECT_THAT(told(objections_to_manager(with_manager(urgent, "idle"), "")), IsEmpty());
  scenario::Job flexible = job;
  flexible.fewest = 1;
  EXPECT_THAT(told(objections_to_manager(with_manager(flexible, "idle"), "")), IsEmpty());
}

TEST(ManagerObjections, CheckpointsThatAreWrittenOnOrderAreOnTheFileSystem) {
  scenario::Job job;
  const auto objection =
      "/manager/urgent: \"preempt\" has jobs write a checkpoint, and none has one on the file system";
  EXPECT_THAT(told(objections_to_manager(with_manager(job, "preempt"), "")), ElementsAre(objection));
  job.checkpoint = scenario::Checkpoint{1, Bytes(0), CheckpointPlace::partner_memory};
  EXPECT_THAT(told(objections_to_manager(with_manager(job, "preempt"), "")), ElementsAre(objection));
  job.checkpoint->to = CheckpointPlace::file_system;
  EXPECT_THAT(told(objections_to_manager(with_manager(job, "preempt"), "")), IsEmpty());
}

TEST(ManagerObjections, SparesAreForSomebodyAndLeaveSomethingToUse) {
  scenario::Job job;
  job.ranks = 3;
  scenario::Scenario scenario = with_manager(job, "wait");
  scenario.manager->spares = 1;
  EXPECT_THAT(told(objections_to_manager(scenario, "")),
              ElementsAre("/manager/spares: are for jobs with the recovery \"spawn\", and there is none"));
  scenario.jobs[0].recovery = scenario::RecoveryStyle::spawn;
  EXPECT_THAT(told(objections_to_manager(scenario, "")), IsEmpty());
  scenario.tree_store.emplace().nodes = {3};
  EXPECT_THAT(
      told(objections_to_manager(scenario, "")),
      ElementsAre("/manager/spares: the last nodes are the spares, and a server of the tree store is on one of them",
                  "/jobs/0/ranks: 3 processes never fit on the 2 cores that are not spare"));
  scenario.tree_store.reset();
  scenario.manager->spares = 2;
  scenario.jobs[0].deadline = Seconds(1);
  EXPECT_THAT(told(objections_to_manager(scenario, "")),
              ElementsAre("/jobs/0/ranks: 3 processes never fit on the 2 cores that are not spare"));
  scenario.manager->spares = 4;
  EXPECT_THAT(told(objections_to_manager(scenario, "")),
              ElementsAre("/manager/spares: the machine has 4 nodes, and one at least is to be used",
                          "/jobs/0/ranks: 3 processes never fit on the 0 cores that are not spare"));
}

} // namespace
} // namespace daruma::batch
