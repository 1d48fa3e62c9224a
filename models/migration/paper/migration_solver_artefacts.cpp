#include "models/migration/paper/migration_solver_artefacts.hpp"

#include "models/migration/paper/migration_artefacts.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::study {

namespace {

struct Network {
  const char* machine;
  const char* name;
  double transfer_s; ///< of 8 MB, section 3.4
  double migration_s;
};
constexpr Network networks[] = {{"ibm-rs6000-sp", "SP Switch", 0.27, 0.30},
                                {"ibm-rs6000-sp-ethernet", "100Base-TX", 0.73, 0.80}};

enum class Variant { plain, migratable };
enum class Nodes { free, one_loaded };

struct Run {
  const Network* network;
  int active;
  Variant variant;
  Nodes nodes;
};

/// The plain program has a node for each process, the other one more (section 3.3).
scenario::Scenario scenario_of(const Laboratory& laboratory, const Run& run) {
  const std::string processes = std::to_string(run.active + (run.variant == Variant::migratable ? 1 : 0));
  std::vector<scenario::Override> changes{{"/machine/use", run.network->machine},
                                          {"/machine/nodes", processes},
                                          {"/jobs/0/ranks", processes},
                                          {"/jobs/0/arguments/active", std::to_string(run.active)}};
  if (run.variant == Variant::plain) changes.push_back({"/jobs/0/arguments/chkpt_every", "0"});
  auto scenario = scenario::load(laboratory.scenarios / "migr-laplace.json", laboratory.surroundings, changes);
  if (run.nodes == Nodes::free) scenario.background.reset();
  return scenario;
}

std::vector<Metrics> metrics_of(const Laboratory& laboratory, const std::vector<scenario::Scenario>& scenarios) {
  return run_each(scenarios, laboratory.models, [](const results::Result& result) { return result.metrics; });
}

std::vector<Run> runs_on(Nodes nodes) {
  std::vector<Run> runs;
  for (const Network& network : networks)
    for (const Variant variant : {Variant::plain, Variant::migratable})
      for (const int active : {4, 8}) runs.push_back({&network, active, variant, nodes});
  return runs;
}

/// A run and what came of it.
struct Outcome {
  Run run;
  double time_s;
  Metrics metrics;
};

std::vector<Outcome> outcomes(const Laboratory& laboratory, const std::vector<Run>& runs) {
  std::vector<scenario::Scenario> scenarios;
  scenarios.reserve(runs.size());
  for (const Run& run : runs) scenarios.push_back(scenario_of(laboratory, run));
  const auto metrics = metrics_of(laboratory, scenarios);
  std::vector<Outcome> all;
  for (std::size_t i = 0; i < runs.size(); ++i) all.push_back({runs[i], metrics[i].at("laplace.solve_s"), metrics[i]});
  return all;
}

/// The same run of the other variant, or on other nodes.
const Outcome& find(const std::vector<Outcome>& all, const Run& wanted) {
  return *std::find_if(all.begin(), all.end(), [&](const Outcome& known) {
    return known.run.network == wanted.network && known.run.active == wanted.active &&
           known.run.variant == wanted.variant && known.run.nodes == wanted.nodes;
  });
}

Row row_of(const Outcome& outcome) {
  const std::string program =
      fmt::format("{}, {}", outcome.run.network->name, outcome.run.variant == Variant::plain ? "plain" : "migratable");
  return {fmt::format("{}, {} processes", program, outcome.run.active),
          {},
          outcome.time_s,
          "s",
          false,
          {{"active", static_cast<double>(outcome.run.active)}, {"run_s", outcome.time_s}, {"program", program}}};
}

std::vector<Row> rows_of(const std::vector<Outcome>& all, Nodes nodes) {
  std::vector<Row> rows;
  for (const Outcome& outcome : all)
    if (outcome.run.nodes == nodes) rows.push_back(row_of(outcome));
  return rows;
}

Picture by_processes() { return {{"active", "processes"}, {"run_s", "run time (s)"}, "program"}; }

template <class Holds> bool everywhere(Holds&& holds) {
  bool all = true;
  for (const Network& network : networks)
    for (const int active : {4, 8}) all = all && holds(network, active);
  return all;
}

// --- Figure 4

/// Of the loaded node's four processors nine processes get equal parts.
constexpr double slowness = 9.0 / 4;
/// A checkpoint every 200 of 1000 iterations.
constexpr double part_until_checkpoint = 0.2;

Reproduction solver_fig4(const Laboratory& laboratory) {
  std::vector<Run> runs = runs_on(Nodes::one_loaded);
  const auto unloaded = runs_on(Nodes::free);
  runs.insert(runs.end(), unloaded.begin(), unloaded.end());
  const auto all = outcomes(laboratory, runs);
  Reproduction figure{
      "migr-fig4",
      fmt::format("{}, Fig. 4: run time of the Laplace solver with CPU hogs on one node, two for each processor",
                  migration_paper),
      rows_of(all, Nodes::one_loaded),
      {}};
  const auto time = [&all](const Network& network, int active, Variant variant, Nodes nodes) {
    return find(all, {&network, active, variant, nodes}).time_s;
  };
  const auto delay = [&](const Network& network, int active, Variant variant) {
    return time(network, active, variant, Nodes::one_loaded) - time(network, active, variant, Nodes::free);
  };
  figure.claims = {
      {"without migration the one loaded node delays the whole job: by more than half of its run time",
       everywhere([&](const Network& network, int active) {
         return delay(network, active, Variant::plain) > 0.5 * time(network, active, Variant::plain, Nodes::free);
       })},
      {"nowhere by more than the node's share of the processors says",
       everywhere([&](const Network& network, int active) {
         return time(network, active, Variant::plain, Nodes::one_loaded) <
                slowness * time(network, active, Variant::plain, Nodes::free);
       })},
      {"with migration the delay is that until the first checkpoint and the migration itself, within 2%",
       everywhere([&](const Network& network, int active) {
         const double expected =
             part_until_checkpoint * delay(network, active, Variant::plain) +
             find(all, {&network, active, Variant::migratable, Nodes::one_loaded}).metrics.at("laplace.migration_s");
         return std::abs(delay(network, active, Variant::migratable) / expected - 1) < 0.02;
       })}};
  figure.picture = by_processes();
  return figure;
}

// --- Figure 5

/// A migration by order, on nodes that nobody loads.
std::vector<Metrics> migrations(const Laboratory& laboratory) {
  std::vector<scenario::Scenario> scenarios;
  for (const Network& network : networks) {
    scenarios.push_back(scenario_of(laboratory, {&network, 4, Variant::migratable, Nodes::free}));
    scenario::Event order;
    order.when.at = Seconds(1);
    order.action = scenario::Command{"laplace", "migrate 1"};
    scenarios.back().events.push_back(order);
  }
  return metrics_of(laboratory, scenarios);
}

Reproduction solver_fig5(const Laboratory& laboratory) {
  const auto all = outcomes(laboratory, runs_on(Nodes::free));
  Reproduction figure{
      "migr-fig5",
      fmt::format("{}, Fig. 5: run time of the Laplace solver without load, and one migration", migration_paper),
      rows_of(all, Nodes::free),
      {}};
  figure.claims = {{"being able to migrate costs next to nothing: less than 2% of the run time",
                    everywhere([&](const Network& network, int active) {
                      return find(all, {&network, active, Variant::migratable, Nodes::free}).time_s <
                             1.02 * find(all, {&network, active, Variant::plain, Nodes::free}).time_s;
                    })}};
  const auto moved = migrations(laboratory);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    figure.rows.push_back({fmt::format("{}, transfer of 8 MB", networks[i].name), networks[i].transfer_s,
                           moved[i].at("laplace.transfer_s"), "s", true});
    figure.rows.push_back({fmt::format("{}, whole migration", networks[i].name), networks[i].migration_s,
                           moved[i].at("laplace.migration_s"), "s", false});
  }
  figure.picture = by_processes();
  return figure;
}

} // namespace

std::vector<Artefact> migration_solver_artefacts() {
  return {{"migr-fig4", "migration: run time of the Laplace solver with one loaded node", solver_fig4},
          {"migr-fig5", "migration: run time of the Laplace solver without load", solver_fig5}};
}

} // namespace daruma::study
