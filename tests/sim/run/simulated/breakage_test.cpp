// Components that break under a job: what is told of it, and what the job's processes notice.
#include "models/dyprc/mpi/dyprc.hpp"
#include "sim/faults/objections.hpp"
#include "sim/results/sinks.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <mpi-ext.h>
#include <mpi.h>

namespace daruma::run::test {
namespace {

using models::port;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Two leaves with two of the nodes each, and two spines.
scenario::Scenario two_leaves() {
  scenario::Scenario scenario = four_nodes();
  auto& topology = scenario.machine.topology;
  topology = topology::topology_of("fat-tree", {{"down", {2, 2}}, {"up", {1, 2}}, {"parallel", {1, 1}}});
  return scenario;
}

void breaks(scenario::Scenario& scenario, const std::string& what, double time_s) {
  at(scenario, time_s, scenario::BreakComponent{what});
}

void compute_twenty_seconds() {
  MPI_Init(nullptr, nullptr);
  if (port().process_id() == 1) {
    port().compute(Flops(20e9));
    port().print("done");
  }
  MPI_Finalize();
}

TEST(Breakage, ThrottledCpusComputeSlower) {
  scenario::Scenario scenario = four_nodes();
  EXPECT_EQ(events_in(scenario, compute_twenty_seconds), "20000 print 1: done\n");
  breaks(scenario, "node1.cpu.throttled", 10);
  EXPECT_EQ(events_in(scenario, compute_twenty_seconds), "10000 break: node1.cpu.throttled\n"
                                                         "10000 throttle: node-1 to 0.50 of its speed\n"
                                                         "30000 print 1: done\n");
}

/// Until 10 s half of the processor is the process's, then a quarter of what it was.
TEST(Breakage, ThrottledCpusComputeSlowerForThoseWhoShareThem) {
  scenario::Scenario scenario = four_nodes();
  breaks(scenario, "node1.cpu.throttled", 10);
  scenario.background.emplace();
  scenario.background->listed = {{Seconds(0), 1, never}};
  EXPECT_THAT(events_in(scenario, compute_twenty_seconds), HasSubstr("\n70000 print 1: done\n"));
  EXPECT_THAT(events_in(scenario, compute_twenty_seconds), HasSubstr("10000 throttle: node-1 to 0.50 of its speed\n"));
}

/// In turns of 8 s: it has [0, 8], the hog the next turn, which begins afresh at 10 s; then it has [18, 26] for 4 s of
/// work, [34, 42] for 4 more, and [50, 58] for the last 4.
TEST(Breakage, ThrottledCpusComputeSlowerInTurns) {
  scenario::Scenario scenario = four_nodes();
  breaks(scenario, "node1.cpu.throttled", 10);
  scenario.background.emplace();
  scenario.background->quantum = Seconds(8);
  scenario.background->listed = {{Seconds(1), 1, never}};
  EXPECT_THAT(events_in(scenario, compute_twenty_seconds), HasSubstr("\n58000 print 1: done\n"));
}

void sleep_long() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  port().sleep(Seconds(300));
  MPI_Finalize();
}

TEST(Breakage, OfAFanTravelsToTheEndOfItsNode) {
  scenario::Scenario scenario = four_nodes();
  breaks(scenario, "node3.cpu_fan", 12);
  EXPECT_EQ(events_in(scenario, sleep_long), "12000 break: node3.cpu_fan\n"
                                             "112000 break: node3.temperature, which follows\n"
                                             "145333 break: node3.cpu, which follows\n"
                                             "145333 throttle: node-3 to 0.50 of its speed\n"
                                             "228666 node_off: node-3: node3.temperature broke\n"
                                             "228666 death 3: its node went off\n"
                                             "228666 detection 3: by process 0\n");
}

TEST(Breakage, OfMemoryTakesTheProcessesAndLeavesTheNode) {
  scenario::Scenario scenario = four_nodes();
  breaks(scenario, "node2.memory", 1);
  EXPECT_EQ(events_in(scenario, sleep_long), "1000 break: node2.memory\n"
                                             "1000 death 2: node2.memory broke\n"
                                             "1000 detection 2: by process 0\n");
}

TEST(Breakage, OfADiskHangsTheNodeInTheEnd) {
  scenario::Scenario scenario = four_nodes();
  breaks(scenario, "node2.disk", 1);
  EXPECT_THAT(events_in(scenario, sleep_long), HasSubstr("181000 hang: node-2: node2.disk broke\n"));
}

/// A ring in which everybody waits for its neighbour.
void pass_around() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  port().sleep(Seconds(2));
  int token = rank;
  const int error =
      MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % 4, 0, (rank + 3) % 4, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  port().print(error == MPI_SUCCESS ? "sound" : "failed");
  MPI_Finalize();
}

TEST(Breakage, OfAPortCutsItsNodeOff) {
  for (const char* what : {"switch0.port2", "switch0.port2.cable", "node2.nic"}) {
    scenario::Scenario scenario = four_nodes();
    breaks(scenario, what, 1);
    const std::string text = events_in(scenario, pass_around);
    EXPECT_THAT(text, HasSubstr("1000 cut_off: node-2: "));
    EXPECT_THAT(text, HasSubstr("print 1: failed"));
    EXPECT_THAT(text, HasSubstr("print 3: failed"));
    EXPECT_THAT(text, HasSubstr("print 0: sound"));
  }
}

TEST(Breakage, OfALeafTakesAllNodesBelow) {
  scenario::Scenario scenario = two_leaves();
  breaks(scenario, "switch1", 1);
  EXPECT_EQ(events_in(scenario, sleep_long), "1000 break: switch1\n"
                                             "1000 cut_off: node-3: switch1 broke\n"
                                             "1000 death 3: its node cannot be reached any more\n"
                                             "1000 detection 3: by process 0\n"
                                             "1000 cut_off: node-2: switch1 broke\n"
                                             "1000 death 2: its node cannot be reached any more\n"
                                             "1000 detection 2: by process 0\n");
}

/// Messages to even nodes go by the first spine, to odd ones by the second, and answers have to come back.
TEST(Breakage, OfASpineGivesUpAsFewAsItCan) {
  scenario::Scenario scenario = two_leaves();
  breaks(scenario, "switch2", 1);
  EXPECT_EQ(events_in(scenario, sleep_long), "1000 break: switch2\n"
                                             "1000 cut_off: node-2: switch2 broke\n"
                                             "1000 death 2: its node cannot be reached any more\n"
                                             "1000 detection 2: by process 0\n"
                                             "1000 cut_off: node-3: switch2 broke\n"
                                             "1000 death 3: its node cannot be reached any more\n"
                                             "1000 detection 3: by process 0\n");
}

TEST(Breakage, OfTheManagementNetworkDisturbsNobody) {
  scenario::Scenario scenario = four_nodes();
  breaks(scenario, "management", 1);
  EXPECT_EQ(events_in(scenario, pass_around), "1000 break: management\n2000 print 0: sound\n2000 print 3: sound\n"
                                              "2000 print 2: sound\n2000 print 1: sound\n");
}

TEST(Breakage, IsDrawnForEveryDeviceOfAKind) {
  scenario::Scenario scenario = four_nodes();
  scenario.breakdowns = {{"memory", &failure_law::exponential, 1, Seconds(400)}};
  const std::string first = events_in(scenario, sleep_long);
  EXPECT_THAT(first, HasSubstr("break: node"));
  EXPECT_THAT(first, HasSubstr(".memory broke"));
  EXPECT_EQ(events_in(scenario, sleep_long), first);
  scenario.seed = 2;
  EXPECT_NE(events_in(scenario, sleep_long), first);
}

/// Breaks whose effects never come within the job's time change no time, to the last bit.
TEST(Breakage, ThatDoesNothingCostsNothing) {
  scenario::Scenario scenario = four_nodes();
  const auto makespan = [](const results::Result& result) {
    return to_text(Seconds(result.metrics.at("q.makespan_s")));
  };
  const std::string sound = simulate_apart(scenario, {{"observed", pass_around, {}}}, makespan);
  breaks(scenario, "node1.cpu_fan", 1);
  EXPECT_EQ(simulate_apart(scenario, {{"observed", pass_around, {}}}, makespan), sound);
}

// --- Who asks which part it was

scenario::Scenario asking(scenario::Scenario scenario, Recourse recourse = Recourse::informed) {
  scenario.localisation.emplace().recourse = recourse;
  return scenario;
}

/// Prints what MPI says of the failure.
void pass_around_and_explain() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  port().sleep(Seconds(2));
  int token = rank;
  const int error =
      MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % 4, 0, (rank + 3) % 4, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(error, text, &length);
  if (error != MPI_SUCCESS) port().print(text);
  port().sleep(Seconds(20));
  MPI_Finalize();
}

TEST(Localisation, TellsWhoseCallFailedWhichPartBroke) {
  scenario::Scenario scenario = asking(four_nodes());
  breaks(scenario, "node2.memory", 1);
  const std::string text = events_in(scenario, pass_around_and_explain);
  EXPECT_THAT(text, HasSubstr("verdict 3: ECONNRESET from node-2: node2.memory is broken\n"));
  EXPECT_THAT(text, HasSubstr("print 3: MPI_ERR_PROC_FAILED: ECONNRESET from node-2: node2.memory is broken\n"));
  EXPECT_EQ(text.find("verdict", text.find("verdict") + 1), std::string::npos) << "one asks for all";
}

TEST(Localisation, SaysWhereNothingIsBrokenOrCanBeKnown) {
  scenario::Scenario scenario = asking(four_nodes());
  at(scenario, 1, scenario::KillRanks{"q", {2}});
  EXPECT_THAT(events_in(scenario, pass_around_and_explain),
              HasSubstr("verdict 3: ECONNRESET from node-2: no part of the machine is broken\n"));
  breaks(scenario, "management", 0.5);
  const std::string text = events_in(scenario, pass_around_and_explain);
  EXPECT_THAT(text, HasSubstr("22000 verdict 3: ECONNRESET from node-2: unknown: 2 parts cannot be judged\n"))
      << "after IPMI's timeout";
}

/// A process that died without any part that broke: others are not told that anything did.
TEST(Localisation, IsOffWithoutBeingAskedFor) {
  scenario::Scenario scenario = four_nodes();
  breaks(scenario, "node2.memory", 1);
  EXPECT_EQ(events_in(scenario, pass_around_and_explain).find("verdict"), std::string::npos);
}

std::string everything(const results::Result& result) { return results::result_json(result); }

/// To the last bit of every time and every metric.
TEST(Localisation, CostsNothingWhereNothingFails) {
  const Models models{{"observed", pass_around_and_explain, {}}};
  EXPECT_EQ(simulate_apart(asking(four_nodes()), models, everything), simulate_apart(four_nodes(), models, everything));
  EXPECT_EQ(simulate_apart(asking(two_leaves()), models, everything), simulate_apart(two_leaves(), models, everything));
}

/// The runtime's detector handles one death in ten seconds; a dead switch takes two nodes.
TEST(Localisation, SparesTheDetectorWhatASwitchExplains) {
  for (const Recourse recourse : {Recourse::none, Recourse::informed}) {
    scenario::Scenario scenario = asking(two_leaves(), recourse);
    scenario.runtime.detector.kind = DetectorKind::serial;
    scenario.runtime.detector.period_across_nodes = Seconds(10);
    scenario.localisation->management.snmp_timeout = Seconds(0.01);
    breaks(scenario, "switch1", 1);
    const std::string text = events_in(scenario, pass_around_and_explain);
    EXPECT_THAT(text, HasSubstr("from node-3: switch1 is broken"));
    const auto first = text.find(" detection ");
    const auto second = text.find(" detection ", first + 1);
    const auto begin = [&text](std::size_t place) { return std::stod(text.substr(text.rfind('\n', place) + 1)); };
    const double lag = begin(second) - begin(first);
    EXPECT_TRUE(recourse == Recourse::none ? lag == 10000 : lag < 2000) << text;
  }
}

void die_and_be_replaced() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm parent;
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) {
    char node[MPI_MAX_PROCESSOR_NAME];
    int length = 0;
    MPI_Get_processor_name(node, &length);
    port().print(node);
    MPI_Finalize();
    return;
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) port().sleep(Seconds(5)); // its core is taken
  if (rank == 2) {
    port().sleep(Seconds(1));
    port().die();
  }
  if (rank == 0) {
    char nothing = 0;
    MPI_Recv(&nothing, 1, MPI_BYTE, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm children;
    MPI_Comm_spawn(port().spawn_command(), MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children,
                   MPI_ERRCODES_IGNORE);
  }
  MPI_Finalize();
}

TEST(Localisation, PutsAReplacementOnTheSoundNodeOfTheDead) {
  for (const Recourse recourse : {Recourse::none, Recourse::informed}) {
    scenario::Scenario scenario = asking(four_nodes(), recourse);
    scenario.machine.cores = 2;
    scenario.jobs.front().placement = scenario::Placement::round_robin;
    const auto nodes =
        simulate_apart(scenario, {{"observed", die_and_be_replaced, {}}}, [](const results::Result& result) {
          std::string text;
          for (const auto& event : result.events)
            if (event.kind == "print") text += event.text;
          return text;
        });
    EXPECT_EQ(nodes, recourse == Recourse::none ? "node-0" : "node-2");
  }
}

/// Node 2 goes off, one of two at a switch whose fan stands still; the switch will go on for ten minutes.
TEST(Localisation, AvoidsASpareBehindABrokenSwitchAndDoesNotGiveItUp) {
  for (const int leaves : {2, 3}) {
    scenario::Scenario scenario = asking(two_leaves());
    scenario.machine.nodes = 2 * leaves;
    scenario.machine.topology.shape["down"] = {2, leaves};
    scenario.jobs.front().ranks = 3;
    breaks(scenario, "switch1.fan", 0.5);
    breaks(scenario, "node2.power_supply", 0.75);
    const std::string text = events_in(scenario, die_and_be_replaced);
    EXPECT_THAT(text, HasSubstr("switch1 and node2.power_supply are broken"));
    EXPECT_THAT(text, HasSubstr(leaves == 2 ? ": node-3\n" : ": node-4\n")) << "where there is no other, that one";
  }
}

// --- Jobs that recover

/// Eleven ranks and five spares, four nodes at a switch; the detector takes ten seconds for each death.
scenario::Scenario with_spares(Recourse recourse) {
  scenario::Scenario scenario = asking(two_leaves(), recourse);
  scenario.machine.nodes = 16;
  scenario.machine.topology.shape["down"] = {4, 4};
  scenario.runtime.detector.kind = DetectorKind::serial;
  scenario.runtime.detector.period_across_nodes = Seconds(10);
  scenario::Job& job = scenario.jobs.front();
  job.model = "dyprc-iterate";
  job.ranks = 11;
  job.spares = 5;
  job.recovery = scenario::RecoveryStyle::spare;
  job.arguments = {{"iterations", 30.0}, {"work", std::string("1Gf")}};
  return scenario;
}

/// Ranks 8 to 10 and the first spare, on node 11.
TEST(Localisation, GivesUpRanksAndSparesBehindTheSameSwitchAtOnce) {
  for (const Recourse recourse : {Recourse::none, Recourse::informed}) {
    scenario::Scenario scenario = with_spares(recourse);
    breaks(scenario, "switch2", 5);
    const auto told_of = simulate_apart(scenario, models::dyprc::programs(), [](const results::Result& result) {
      const auto& metrics = result.metrics;
      return std::to_string(std::lround(metrics.at("q.restarts"))) + " restart, " +
             std::to_string(std::lround(metrics.at("q.ranks_at_end"))) + " ranks, " +
             (metrics.at("q.recovery_1_s") < 30 ? "soon" : "late");
    });
    EXPECT_EQ(told_of, recourse == Recourse::none ? "1 restart, 11 ranks, late" : "1 restart, 11 ranks, soon");
  }
}

/// Everything breaks after some minutes, drawn: a job ends well or says why not, and does the same again.
TEST(Breakage, OfAnythingAtAnyTimeEndsWellOrWithAReason) {
  const auto outcome = [](const results::Result& result) {
    const results::JobRow& row = result.jobs.front();
    return (row.finished != row.reason.empty() ? "without a reason" : "") + results::result_json(result);
  };
  int losses = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    scenario::Scenario scenario = with_spares(seed % 2 == 0 ? Recourse::none : Recourse::informed);
    scenario.seed = seed;
    scenario.jobs.front().recovery = seed % 3 == 0 ? scenario::RecoveryStyle::shrink : scenario::RecoveryStyle::spare;
    for (const char* device : {"cpu", "disk", "memory", "nic", "port", "power_supply", "switch", "temperature"})
      scenario.breakdowns.push_back({device, &failure_law::weibull, 0.7, Seconds(1000)});
    const std::string told_of = simulate_apart(scenario, models::dyprc::programs(), outcome);
    EXPECT_EQ(told_of.front(), '{') << told_of.substr(0, 300);
    EXPECT_EQ(simulate_apart(scenario, models::dyprc::programs(), outcome), told_of);
    if (told_of.find("cut_off") != std::string::npos) ++losses;
  }
  EXPECT_GT(losses, 0);
}

std::vector<std::string> objected(const scenario::Scenario& scenario) {
  std::vector<std::string> all;
  for (const auto& problem : faults::objections(scenario, "s.json"))
    all.push_back(problem.file + ": " + problem.pointer + ": " + problem.sentence);
  return all;
}

TEST(BreakageObjections, SayWhatIsThere) {
  scenario::Scenario scenario = four_nodes();
  EXPECT_THAT(objected(scenario), IsEmpty());
  breaks(scenario, "node1.cpu_fan", 1);
  EXPECT_THAT(objected(scenario), IsEmpty());
  breaks(scenario, "node4.cpu_fan", 1);
  scenario.breakdowns = {{"cpu_fun", &failure_law::exponential, 1, Seconds(400)}};
  EXPECT_THAT(objected(scenario),
              ElementsAre("s.json: /events/1/break/what: \"node4.cpu_fan\" is no component: there are node0 to node3",
                          HasSubstr("/breakdowns/0/device: unknown device \"cpu_fun\"; did you mean \"cpu_fan\"?")));
}

} // namespace
} // namespace daruma::run::test
