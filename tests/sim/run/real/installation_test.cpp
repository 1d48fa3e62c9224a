// Which MPI there is, how it is started, and what it cannot do.
#include "sim/run/real/objections.hpp"

#include <cstdlib>
#include <gmock/gmock.h>

namespace daruma::real {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Installation open_mpi(Ulfm ulfm) { return {Family::open_mpi, "Open MPI 4.1.4", ulfm, "/b/runner", "/b/mpirun"}; }
Installation mpich() { return {Family::mpich, "MPICH 4.0.2", Ulfm::absent, "/b/runner", "/b/mpirun"}; }

TEST(Installation, TheRunnerTellsItsMpi) {
  const auto five = read_about("library=Open MPI v5.0.7, package: Debian OpenMPI, ident: 5.0.7\nulfm=1\n");
  EXPECT_EQ(five.version, "Open MPI 5.0.7");
  EXPECT_EQ(five.family, Family::open_mpi);
  EXPECT_EQ(five.ulfm, Ulfm::present);
  const auto other = read_about("library=MPICH Version:\t4.0.2\nulfm=0\n");
  EXPECT_EQ(other.version, "MPICH 4.0.2");
  EXPECT_EQ(other.family, Family::mpich);
  EXPECT_EQ(other.ulfm, Ulfm::absent);
}

TEST(Installation, AnythingElseIsNoRunner) {
  EXPECT_THROW(read_about(""), Lack);
  EXPECT_THROW(read_about("library=LAM/MPI 7\nulfm=0\n"), Lack);
  EXPECT_THROW(find_installation("/nowhere/runner"), Lack);
}

TEST(Installation, TheLauncherGetsTheFlagsThatItsVersionNeeds) {
  const Command five = launch_command(open_mpi(Ulfm::present), 4, {"/b/runner"}, "/tmp/run");
  EXPECT_EQ(five.words.front(), "/b/mpirun");
  EXPECT_THAT(five.words, testing::Contains("self,sm,tcp"));
  EXPECT_THAT(five.words, testing::Contains("--with-ft"));
  EXPECT_EQ(five.environment.at("DARUMA_RUN"), "/tmp/run");
  EXPECT_EQ(five.environment.at("PRTE_MCA_state_base_recoverable"), "1");
  const Command four = launch_command(open_mpi(Ulfm::absent), 4, {"/b/runner"}, "/tmp/run");
  EXPECT_THAT(four.words, Not(testing::Contains("--with-ft")));
  EXPECT_THAT(four.words, testing::Contains("self,vader,tcp"));
  EXPECT_THAT(launch_command(mpich(), 4, {"/b/runner"}, "/tmp/run").words,
              ElementsAre("/b/mpirun", "-n", "4", "/b/runner"));
}

TEST(Installation, SaysHowProgramsAreCompiled) {
  const auto five = read_about("library=Open MPI v5.0.7\nulfm=1\ncxx=/b/mpicxx\nmpi_shim=/b/c.a\n");
  EXPECT_EQ(five.cxx, "/b/mpicxx");
  EXPECT_EQ(five.mpi_shim, "/b/c.a");
}

TEST(Installation, AProgramsTwinLiesBesideIt) {
  EXPECT_EQ(twin_of("here/heat.so", Family::open_mpi), "here/heat.openmpi");
  EXPECT_EQ(twin_of("heat", Family::mpich), "heat.mpich");
}

scenario::Scenario one_job() {
  scenario::Scenario scenario;
  scenario::Job job;
  job.name = "quake";
  job.ranks = 8;
  scenario.jobs = {job};
  return scenario;
}

void add(scenario::Scenario& scenario, const scenario::Action& action) {
  scenario::Event event;
  event.action = action;
  scenario.events.push_back(event);
}

TEST(Objections, WithUlfmThereAreNone) {
  auto scenario = one_job();
  add(scenario, scenario::KillRanks{"quake", {1}});
  add(scenario, scenario::Resize{"quake", 16});
  scenario.failures.emplace();
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::present), 2), IsEmpty());
}

TEST(Objections, WithoutUlfmEveryLossIsNamed) {
  auto scenario = one_job();
  add(scenario, scenario::Resize{"quake", 16});
  add(scenario, scenario::KillRanks{"quake", {1}});
  add(scenario, scenario::KillRandom{"quake", 1, 4});
  add(scenario, scenario::NodeOff{0});
  scenario.failures.emplace();
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::absent), 2),
              ElementsAre(HasSubstr("/events/1 takes"), HasSubstr("/events/2 takes"), HasSubstr("/events/3 takes"),
                          HasSubstr("/failures takes")));
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::absent), 2).front(), HasSubstr("Open MPI 5 has ULFM"));
}

TEST(Objections, TheServersOfATreeStoreAreNotKilled) {
  auto scenario = one_job();
  scenario.tree_store.emplace();
  setenv("DARUMA_ZOOKEEPER", "127.0.0.1:2181", 1);
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::present), 2), IsEmpty());
  scenario.tree_store->deaths = {{Seconds(1), 0}};
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::present), 2), ElementsAre(HasSubstr("/tree_store/deaths")));
  unsetenv("DARUMA_ZOOKEEPER");
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::present), 2).front(), HasSubstr("DARUMA_ZOOKEEPER"));
}

TEST(Objections, AJobThatIsRunAgainNeedsNoUlfm) {
  auto scenario = one_job();
  scenario.jobs[0].recovery = scenario::RecoveryStyle::rerun;
  add(scenario, scenario::KillRanks{"quake", {1}});
  add(scenario, scenario::NodeOff{0});
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::absent), 2), IsEmpty());
}

TEST(Objections, MpichCannotGrowAJob) {
  auto scenario = one_job();
  add(scenario, scenario::Resize{"quake", 4});
  add(scenario, scenario::Resize{"quake", 16});
  EXPECT_THAT(objections(scenario, mpich(), 2), ElementsAre(HasSubstr("/events/1/to asks for more ranks")));
}

TEST(Objections, NothingHereIsDisturbed) {
  auto scenario = one_job();
  add(scenario, scenario::SlowRanks{"quake", {0}, {2, Seconds(1)}});
  add(scenario, scenario::SlowProcesses{"quake", {0}, {2, Seconds(1)}});
  add(scenario, scenario::SlowNode{0, {2, Seconds(1)}});
  add(scenario, scenario::SlowLink{"node0", {2, Seconds(1)}});
  add(scenario, scenario::Hang{0, Seconds(1)});
  add(scenario, scenario::Partition{{0}, {}, Seconds(1)});
  add(scenario, scenario::FlipMessage{"quake", {0}});
  add(scenario, scenario::FlipArray{"quake", {0}, "field"});
  add(scenario, scenario::DenyMemory{"quake", {0}});
  add(scenario, scenario::DelayMessage{"quake", {0}, 1, Seconds(1)});
  add(scenario, scenario::DelayNews{"quake", {0}, Seconds(1)});
  EXPECT_THAT(
      objections(scenario, open_mpi(Ulfm::present), 2),
      ElementsAre(HasSubstr("/events/0/slow is simulated only"), HasSubstr("/events/1/slow is simulated only"),
                  HasSubstr("/events/2/slow_node is simulated"), HasSubstr("/events/3/slow_link is simulated"),
                  HasSubstr("/events/4/hang is simulated only"), HasSubstr("/events/5/partition is simulated"),
                  HasSubstr("/events/6/flip_message is simulated"), HasSubstr("/events/7/flip_array is simulated"),
                  HasSubstr("/events/8/deny_memory is simulated"), HasSubstr("/events/9/delay_message is simulated"),
                  HasSubstr("/events/10/delay_news is simulated")));
}

TEST(Objections, StacksAreTheMpis) {
  auto scenario = one_job();
  scenario.jobs[0].stack = Bytes(1 << 20);
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::present), 2),
              ElementsAre(HasSubstr("/jobs/0/stack is of simulated")));
}

TEST(Objections, NobodyFinalizesInAProgramsPlace) {
  auto scenario = one_job();
  scenario.jobs[0].finalize_at_exit = true;
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::present), 2),
              ElementsAre(HasSubstr("/jobs/0/finalize_at_exit is simulated only")));
}

TEST(Objections, NobodyChoosesAnotherErrorHandlerToBeginWith) {
  auto scenario = one_job();
  scenario.jobs[0].initial_errhandler = InitialErrhandler::return_code;
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::present), 2),
              ElementsAre(HasSubstr("/jobs/0/initial_errhandler is simulated only")));
}

TEST(Objections, AMachineHasOnlySoMuchRoom) {
  auto scenario = one_job();
  scenario.jobs[0].ranks = 1000;
  EXPECT_THAT(objections(scenario, open_mpi(Ulfm::present), 2), ElementsAre(HasSubstr("/jobs/0 needs 1000 processes")));
}

} // namespace
} // namespace daruma::real
