// models/migration in simulation: right answers, what a migration costs, the model without ranks beside it, failures.
#include "models/dyprc/mpi/dyprc.hpp"
#include "models/migration/fast/migration.hpp"
#include "models/migration/mpi/migratable.h"
#include "models/migration/mpi/programs.hpp"
#include "tests/models/migration/serial_laplace.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>

namespace daruma::run::test {
namespace {

using models::port;
using testing::HasSubstr;
using testing::StartsWith;

std::string metric(const results::Result& result, const std::string& name) {
  const auto found = result.metrics.find("q." + name);
  return found == result.metrics.end() ? "none" : std::to_string(found->second);
}

std::string makespan(const results::Result& result) { return metric(result, "makespan_s"); }

std::string exactly(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// The solver, one process on each of `nodes`, the first `active` of them computing. An iteration takes 1 ms of a
/// processor with 4 of them, and the whole field a third of a second on the way.
scenario::Scenario laplace(int active, int nodes) {
  scenario::Scenario scenario = one_job("migr-laplace", nodes);
  scenario.machine.nodes = nodes;
  scenario.machine.cores = 1;
  scenario.machine.core_speed = FlopsPerSecond(7.0 * 60 * 62 / 4 / 1e-3);
  scenario.machine.link.bandwidth = BytesPerSecond(1e5);
  scenario.jobs[0].arguments = {
      {"size", 64.0}, {"iterations", 500.0}, {"active", double(active)}, {"chkpt_every", 20.0}};
  return scenario;
}

scenario::Scenario with_hogs(scenario::Scenario scenario, std::initializer_list<std::pair<int, double>> nodes_from_s) {
  scenario.background = Background{};
  for (const auto& [node, from_s] : nodes_from_s) scenario.background->listed.push_back({Seconds(from_s), node, never});
  return scenario;
}

const Models& programs() { return models::migration::programs(); }

/// Away from node after node, also from that of the controller.
TEST(MigrationSimulated, AnswersAreTheSerialOnesWhateverMoved) {
  const auto serial = models::test::solved_serially(64, 500);
  for (const int active : {1, 3, 4}) {
    const auto scenario = with_hogs(laplace(active, active + 2), {{0, 0}, {active, 2.0}, {active - 1, 4.0}});
    const std::string told = simulate_apart(scenario, programs(), [](const results::Result& result) {
      return std::to_string(int(result.metrics.at("q.migrations"))) + " " + exactly(result.metrics.at("q.mean")) + " " +
             std::to_string(int(result.metrics.at("q.residual") * 1e9)) + " " + metric(result, "iterations");
    });
    EXPECT_THAT(told, HasSubstr(" " + exactly(serial.mean()) + " " + std::to_string(int(serial.residual * 1e9)) +
                                " 500.000000"));
    EXPECT_GE(std::stoi(told), 2) << active;
  }
}

TEST(MigrationSimulated, ABlankFieldTakesTheTimesOfAComputedOne) {
  const auto times_of = [](const char* field) {
    auto scenario = with_hogs(laplace(3, 5), {{0, 0}, {2, 2.0}});
    scenario.jobs[0].arguments["field"] = std::string(field);
    return simulate_apart(scenario, programs(), [](const results::Result& result) {
      std::string told = metric(result, "mean") == "none" ? "blank" : "computed";
      for (const char* name : {"q.migrations", "q.solve_s", "q.transfer_s", "q.makespan_s"})
        told += " " + exactly(result.metrics.at(name));
      return told;
    });
  };
  const std::string computed = times_of("computed");
  EXPECT_THAT(computed, StartsWith("computed 2 "));
  EXPECT_EQ("computed" + times_of("blank").substr(5), computed);
}

TEST(MigrationSimulated, EndsAtTheResidual) {
  auto scenario = laplace(4, 5);
  models::test::SerialLaplace serial(64);
  while (serial.residual > 0.1) serial.iterate();
  int iterations = 0;
  for (models::test::SerialLaplace again(64); again.residual > 0.1; ++iterations) again.iterate();
  scenario.jobs[0].arguments["residual"] = 0.1;
  EXPECT_EQ(simulate_apart(scenario, programs(), [](const auto& result) { return metric(result, "iterations"); }),
            std::to_string(double(iterations)));
}

/// A CPU at half its speed: a process moves to a free node if it is known why it is slow.
TEST(MigrationSimulated, LeavesAThrottledNodeThatIsKnownToBeOne) {
  const auto throttled = [](Recourse recourse) {
    auto scenario = laplace(4, 5);
    scenario.machine.core_speed = scenario.machine.core_speed / 10;
    scenario.devices = std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms" / "devices";
    at(scenario, 0.1, scenario::BreakComponent{"node2.cpu.throttled"});
    scenario.localisation.emplace().recourse = recourse;
    return simulate_apart(scenario, programs(), [](const results::Result& result) {
      return metric(result, "migrations") + " " + metric(result, "verdicts_naming") + " " + makespan(result);
    });
  };
  const std::string informed = throttled(Recourse::informed);
  const std::string not_informed = throttled(Recourse::none);
  EXPECT_THAT(informed, StartsWith("1.000000 1.000000 "));
  EXPECT_THAT(not_informed, StartsWith("0.000000 1.000000 "));
  EXPECT_LT(std::stod(informed.substr(18)), 0.9 * std::stod(not_informed.substr(18)));
}

TEST(MigrationSimulated, WithoutLoadCostsNextToNothing) {
  auto plain = laplace(4, 4);
  plain.jobs[0].arguments["chkpt_every"] = 0.0;
  const double without = std::stod(simulate_apart(plain, programs(), makespan));
  const double with = std::stod(simulate_apart(laplace(4, 5), programs(), makespan));
  EXPECT_GE(with, without);
  EXPECT_LE(with, 1.02 * without);
}

/// A third of a second for 8 * 64 * 64 bytes and a position at 1e5 B/s, and little besides.
TEST(MigrationSimulated, AMigrationTakesWhatItsMessagesTake) {
  auto scenario = laplace(4, 5);
  at(scenario, 0.1, scenario::Command{"q", "migrate 2"});
  const std::string told = simulate_apart(scenario, programs(), [](const results::Result& result) {
    return metric(result, "transfer_s") + " " + metric(result, "migration_s") + " " + metric(result, "migrations");
  });
  const double transfer = std::stod(told);
  const double whole = std::stod(told.substr(told.find(' ')));
  EXPECT_NEAR(transfer, (8.0 * 64 * 64 + 16) / 1e5, 1e-3);
  EXPECT_GT(whole, transfer);
  EXPECT_LT(whole, 1.05 * transfer);
  EXPECT_THAT(told, testing::EndsWith(" 1.000000"));
}

TEST(MigrationSimulated, AnOrderThatCannotBeIsIgnored) {
  auto scenario = laplace(4, 5);
  at(scenario, 0.1, scenario::Command{"q", "migrate 4"});
  at(scenario, 0.2, scenario::Command{"q", "migrate everybody"});
  const std::string told = simulate_apart(scenario, programs(), [](const results::Result& result) {
    return std::to_string(std::count_if(result.events.begin(), result.events.end(),
                                        [](const auto& event) { return event.kind == "ignored"; })) +
           " " + metric(result, "finished") + " " + metric(result, "migrations");
  });
  EXPECT_EQ(told, "2 1.000000 0.000000");
}

/// A hog takes half of the processor: the job halves its pace, unless it moves away.
TEST(MigrationSimulated, OneLoadedNodeDelaysAllUntilItsProcessMoves) {
  auto scenario = laplace(4, 5);
  scenario.machine.link.bandwidth = BytesPerSecond(1e9); // an iteration is computing
  const double unloaded = std::stod(simulate_apart(scenario, programs(), makespan));
  const auto loaded = with_hogs(scenario, {{1, 0.0}});
  auto staying = loaded;
  staying.jobs[0].arguments["policy"] = std::string("never");
  EXPECT_NEAR(std::stod(simulate_apart(staying, programs(), makespan)) / unloaded, 2, 0.05);
  for (const char* source : {"system", "progress"}) {
    auto moving = loaded;
    moving.jobs[0].arguments["load"] = std::string(source);
    EXPECT_LT(std::stod(simulate_apart(moving, programs(), makespan)) / unloaded, 1.08) << source;
  }
}

// --- Beside the model without ranks

double number(const char* name) { return std::stod(*port().argument(name)); }

/// The job of the model without ranks: phases of work, and a checkpoint before each.
void phases() {
  MPI_Init(nullptr, nullptr);
  const migratable_terms terms{int(number("active")), 1, "greedy", MIGRATABLE_BY_SYSTEM};
  migratable_begin(MPI_COMM_WORLD, &terms);
  const double interval = number("interval");
  double remaining = number("work");
  migratable_register(&remaining, sizeof remaining);
  while (migratable_rank() < 0 || remaining > 1e-9) {
    const migratable_progress progress{0, remaining};
    if (migratable_chkpt(&progress) == MIGRATABLE_OVER) break;
    if (migratable_rank() < 0) continue;
    port().compute(Flops(1e9 * std::min(interval, remaining)));
    remaining -= std::min(interval, remaining);
  }
  migratable_end();
  MPI_Finalize();
}

fast::MigrationCase without_ranks(int spares, double gap_min, double interval_min) {
  fast::MigrationCase what;
  what.active = what.nodes - spares;
  what.interval = Seconds(interval_min * 60);
  what.cost = Seconds(0);
  what.background.arrival_gap = Seconds(gap_min * 60);
  what.policy = models::migration::find_policy("greedy");
  return what;
}

scenario::Scenario with_ranks(const fast::MigrationCase& what) {
  scenario::Scenario scenario = one_job("phases", what.nodes);
  scenario.machine.nodes = what.nodes;
  scenario.machine.cores = 1;
  scenario.background = what.background;
  scenario.seed = 7;
  scenario.jobs[0].arguments = {{"active", double(what.active)},
                                {"interval", what.interval.count()},
                                {"work", (what.total_work / what.active).count()}};
  return scenario;
}

TEST(MigrationSimulated, AgreesWithTheModelWithoutRanks) {
  std::vector<fast::MigrationCase> cases;
  for (const int spares : {0, 1, 3})
    for (const double gap_min : {10.0, 5.0, 2.5})
      for (const double interval_min : {1.0, 4.0}) cases.push_back(without_ranks(spares, gap_min, interval_min));
  std::vector<scenario::Scenario> scenarios;
  for (const auto& what : cases) scenarios.push_back(with_ranks(what));
  const auto told = simulate_together(scenarios, {{"phases", phases, {}}}, makespan);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const double expected = fast::run(cases[i], 7, 0).makespan.count();
    EXPECT_NEAR(std::stod(told[i]), expected, 0.05 * expected)
        << cases[i].active << " active, gap " << cases[i].background.arrival_gap.count() << " s, interval "
        << cases[i].interval.count() << " s";
  }
}

// --- Failures

std::string fate(const results::Result& result) {
  std::string text;
  for (const results::JobRow& job : result.jobs)
    text +=
        job.name + ": " + (job.finished ? "finished" : job.reason) + ", " + std::to_string(job.reruns) + " reruns; ";
  return text;
}

/// The order makes rank 1 move at the next checkpoint; the transfer takes a third of a second. Off goes the node of
/// the controller, of who sends, of who receives, of a bystander.
class NodeOffInAMigration : public testing::TestWithParam<int> {
public:
  static scenario::Scenario migrating_job(scenario::RecoveryStyle recovery) {
    auto scenario = laplace(4, 6);
    scenario.jobs[0].recovery = recovery;
    scenario.machine.nodes = 8;
    at(scenario, 0.001, scenario::Command{"q", "migrate 1"});
    return scenario;
  }
  /// In the middle of the transfer.
  static double moment() {
    static const double time =
        std::stod(simulate_apart(migrating_job(scenario::RecoveryStyle::shrink), programs(), [](const auto& result) {
          for (const results::Span& span : result.spans)
            if (span.kind == "transfer") return std::to_string((span.begin + span.end).count() / 2);
          return std::string("none");
        }));
    return time;
  }
};

TEST_P(NodeOffInAMigration, EndsTheJobWithAReasonOrRunsItAgain) {
  auto lost = migrating_job(scenario::RecoveryStyle::shrink);
  at(lost, moment(), scenario::NodeOff{GetParam()});
  const std::string told = simulate_apart(lost, programs(), fate);
  EXPECT_THAT(told, StartsWith("q: "));
  EXPECT_THAT(told, testing::Not(HasSubstr("q: finished")));
  EXPECT_THAT(told, testing::Not(StartsWith("q: , ")));
  auto again = migrating_job(scenario::RecoveryStyle::rerun);
  at(again, moment(), scenario::NodeOff{GetParam()});
  EXPECT_EQ(simulate_apart(again, programs(), fate), "q: finished, 1 reruns; ");
}

INSTANTIATE_TEST_SUITE_P(Nodes, NodeOffInAMigration, testing::Values(0, 1, 4, 5));

/// Whether it is the controller that stood by, as it does once node 0 has a hog, or another; whenever it is noticed.
TEST(MigrationSimulated, GoesOnWithoutThoseWhoStoodBy) {
  const auto serial = models::test::solved_serially(64, 500);
  std::vector<scenario::Scenario> scenarios;
  for (int i = 0; i < 12; ++i) {
    scenarios.push_back(i % 2 == 0 ? with_hogs(laplace(3, 6), {{0, 0}}) : laplace(3, 6));
    at(scenarios.back(), 1.0 + 0.0731 * i, scenario::NodeOff{i % 2 == 0 ? 0 : 4});
  }
  for (const std::string& told : simulate_together(scenarios, programs(), [](const results::Result& result) {
         return fate(result) + exactly(result.metrics.at("q.mean")) + metric(result, "deaths");
       }))
    EXPECT_EQ(told, "q: finished, 0 reruns; " + exactly(serial.mean()) + "1.000000");
}

/// Random load on all nodes, two nodes that fail, one job that migrates and runs again, one that is resized and
/// shrinks.
TEST(MigrationSimulated, FailuresLoadAndResizingAtOnceEndInOrder) {
  auto scenario = laplace(4, 5);
  scenario.machine.nodes = 16;
  scenario.jobs[0].recovery = scenario::RecoveryStyle::rerun;
  scenario::Job pool = one_job("dyprc-iterate", 6).jobs[0];
  pool.name = "pool";
  pool.arguments = {{"iterations", 60.0}, {"work", std::string("100Mf")}};
  scenario.jobs.push_back(pool);
  scenario.background = Background{};
  scenario.background->arrival_gap = Seconds(0.2);
  scenario.background->service = Seconds(1);
  scenario.failures = scenario::Failures{};
  scenario.failures->law = nullptr;
  scenario.failures->list = {{Seconds(1.5), 2}, {Seconds(2.5), 7}};
  at(scenario, 0.5, scenario::Resize{"pool", 9});
  at(scenario, 2.0, scenario::Resize{"pool", 4});
  Models offered = programs();
  offered.insert(offered.end(), models::dyprc::programs().begin(), models::dyprc::programs().end());
  EXPECT_EQ(simulate_apart(scenario, offered, fate), "q: finished, 1 reruns; pool: finished, 0 reruns; ");
}

} // namespace
} // namespace daruma::run::test
