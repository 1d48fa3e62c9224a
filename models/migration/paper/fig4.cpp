// Process migration, Fig. 4: the Laplace solver with one loaded node. How many CPU hogs loaded it, the paper leaves
// open.
#include "models/migration/paper/cases.hpp"
#include "models/migration/paper/solver.hpp"

#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

/// Nine processes get equal parts of the loaded node's four processors.
constexpr double slowness = 9.0 / 4;

} // namespace

study::Reproduction fig4(const study::StudyContext& context) {
  const auto loaded = solve_on(Nodes::one_loaded, context);
  const auto unloaded = solve_on(Nodes::free, context);
  study::Reproduction figure{fmt::format(
      "{}, Fig. 4: run time of the Laplace solver with CPU hogs on one node, two for each processor", paper_name)};
  const auto free_s = [&](const SolverRun& run) {
    return find(unloaded, *run.network, run.active, run.program).time_s;
  };
  for (const Solved& solved : loaded) {
    figure.rows.push_back(row_of(solved));
    figure.rows.back().fields.emplace_back("unloaded_s", free_s(solved.run));
    if (solved.run.program == Program::migratable)
      figure.rows.back().fields.emplace_back("migration_s", solved.metrics.at("laplace.migration_s"));
    figure.rows.back().parameters = scenario_of(solved.run, context).parameters;
  }
  figure.parameters = {{"CPU hogs on the loaded node", "8", SourceKind::assumed,
                        "two for each of its processors; the paper only says that they fill it"}};
  const auto delay = [&](const Network& network, int active, Program program) {
    const Solved& solved = find(loaded, network, active, program);
    return solved.time_s - free_s(solved.run);
  };
  figure.claims = {
      {"without migration the one loaded node delays the whole job",
       everywhere([&](const Network& network, int active) { return delay(network, active, Program::plain) > 0; })},
      {"nowhere by more than the node's share of the processors says",
       everywhere([&](const Network& network, int active) {
         const Solved& solved = find(loaded, network, active, Program::plain);
         return solved.time_s < slowness * free_s(solved.run);
       })},
      {"with migration most of the delay is gone", everywhere([&](const Network& network, int active) {
         return delay(network, active, Program::migratable) < delay(network, active, Program::plain) / 2;
       })}};
  figure.plot = by_processes();
  return figure;
}

} // namespace daruma::models::migration::paper
