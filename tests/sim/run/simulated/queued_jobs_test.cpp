// Jobs with ranks in a queue that some of them can never leave, and what is told of those that did not start.
#include "models/dyprc/mpi/dyprc.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <gmock/gmock.h>
#include <mpi.h>

namespace daruma::run::test {
namespace {

/// Steps of a second.
scenario::Job job(const std::string& name, double start_s, int ranks, int steps) {
  scenario::Job job;
  job.name = name;
  job.model = "dyprc-iterate";
  job.start = Seconds(start_s);
  job.ranks = ranks;
  job.recovery = scenario::RecoveryStyle::rerun;
  job.arguments = {{"iterations", static_cast<double>(steps)}, {"work", std::string("1Gf")}};
  return job;
}

scenario::Scenario with(std::vector<scenario::Job> jobs, int nodes) {
  scenario::Scenario scenario = one_job("", 1);
  scenario.machine.nodes = nodes;
  scenario.machine.cores = 1;
  scenario.manager = scenario::Manager{"fcfs", "wait", 0};
  scenario.jobs = std::move(jobs);
  return scenario;
}

std::string ends(const results::Result& result) {
  std::string text;
  for (const results::JobRow& row : result.jobs)
    text += row.name + (row.finished ? " finished" : ": " + row.reason) + " at " +
            std::to_string(static_cast<int>(row.end.count())) + ", waited " +
            std::to_string(static_cast<int>(result.metrics.at(row.name + ".wait_s"))) + "\n";
  return text;
}

TEST(QueuedJobs, AJobThatCanNeverStartDoesNotKeepOthersWaiting) {
  scenario::Scenario scenario = with({job("a", 0, 2, 5), job("b", 1, 4, 5), job("c", 2, 1, 5)}, 4);
  at(scenario, 0.5, scenario::NodeOff{3});
  EXPECT_EQ(simulate_apart(scenario, models::dyprc::programs(), ends),
            "a finished at 5, waited 0\n"
            "b: it needs 4 cores, and the machine has 3 left at 1, waited 0\n"
            "c finished at 7, waited 0\n");
}

TEST(QueuedJobs, AJobThatWaitsLearnsThatTheNodesItNeedsAreGone) {
  scenario::Scenario scenario = with({job("a", 0, 2, 5), job("b", 1, 4, 5), job("c", 2, 1, 5)}, 4);
  at(scenario, 3.5, scenario::NodeOff{3});
  EXPECT_EQ(simulate_apart(scenario, models::dyprc::programs(), ends),
            "a finished at 5, waited 0\n"
            "b: it needs 4 cores, and the machine has 3 left at 3, waited 2\n"
            "c finished at 8, waited 1\n");
}

TEST(QueuedJobs, WhoHasNotStartedByTheHorizonHasWaitedUntilThen) {
  scenario::Scenario scenario = with({job("a", 0, 2, 30), job("b", 4, 2, 5)}, 2);
  scenario.horizon = Seconds(10);
  EXPECT_THAT(simulate_apart(scenario, models::dyprc::programs(), ends), testing::HasSubstr("at 10, waited 6\n"));
}

void sleep_for_a_second() {
  MPI_Init(nullptr, nullptr);
  models::port().sleep(Seconds(1));
  MPI_Finalize();
}

void sleep_as_rank_0() {
  MPI_Init(nullptr, nullptr);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) models::port().sleep(Seconds(5));
  MPI_Finalize();
}

/// Resource managers let nobody else on a node before the whole job that has it is over.
TEST(QueuedJobs, NobodyGetsACoreOfAJobThatHasNotEnded) {
  scenario::Scenario scenario = with({job("a", 0, 3, 0), job("b", 1, 1, 2)}, 3);
  scenario.jobs[0].model = "first rank";
  scenario.jobs[0].arguments.clear();
  Models offered = models::dyprc::programs();
  offered.push_back({"first rank", sleep_as_rank_0, {}, nullptr});
  EXPECT_EQ(simulate_apart(scenario, offered, ends), "a finished at 5, waited 0\nb finished at 7, waited 4\n");
}

std::string unless_eight(const models::Arguments&, const models::JobShape& job) {
  return job.ranks == 8 ? "" : "eight ranks have roles";
}

/// It may go on with fewer, but four ranks are free at once, and with these it would end sooner.
TEST(QueuedJobs, AModelThatNeedsAllItsRanksDoesNotStartOnFewer) {
  scenario::Scenario scenario = with({job("a", 0, 4, 5), job("b", 0, 8, 0)}, 8);
  scenario.jobs[0].limit = Seconds(100);
  scenario.jobs[1].model = "eight";
  scenario.jobs[1].limit = Seconds(10);
  scenario.jobs[1].fewest = 3;
  Models offered = models::dyprc::programs();
  offered.push_back({"eight", sleep_for_a_second, {}, unless_eight});
  EXPECT_EQ(simulate_apart(scenario, offered, ends), "a finished at 5, waited 0\nb finished at 6, waited 5\n");
}

/// As in a centre, whose sweeps can vary the policy alone.
TEST(QueuedJobs, CoresAreKeptIdleOnlyByThePolicyThatDoesSo) {
  scenario::Scenario scenario = with({job("a", 4, 2, 5)}, 2);
  scenario.manager->idle = 1;
  EXPECT_EQ(simulate_apart(scenario, models::dyprc::programs(), ends), "a finished at 9, waited 0\n");
}

} // namespace
} // namespace daruma::run::test
