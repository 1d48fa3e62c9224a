#include "models/migration/paper/solver.hpp"

#include <fmt/format.h>

namespace daruma::models::migration::paper {

scenario::Scenario scenario_of(const SolverRun& run, const study::StudyContext& context) {
  const std::string processes = std::to_string(run.active + (run.program == Program::migratable ? 1 : 0));
  std::vector<scenario::Override> changes{{"/machine/use", run.network->machine},
                                          {"/machine/nodes", processes},
                                          {"/jobs/0/ranks", processes},
                                          {"/jobs/0/arguments/active", std::to_string(run.active)},
                                          {"/jobs/0/arguments/field", "blank"}};
  if (run.program == Program::plain) changes.push_back({"/jobs/0/arguments/chkpt_every", "0"});
  auto scenario = context.load("migr-laplace", changes);
  if (run.nodes == Nodes::free) scenario.background.reset();
  return scenario;
}

std::vector<Solved> solve_on(Nodes nodes, const study::StudyContext& context) {
  std::vector<SolverRun> runs;
  for (const Network& network : networks)
    for (const Program program : {Program::plain, Program::migratable})
      for (const int active : process_counts) runs.push_back({&network, active, program, nodes});
  std::vector<scenario::Scenario> scenarios;
  scenarios.reserve(runs.size());
  for (const SolverRun& run : runs) scenarios.push_back(scenario_of(run, context));
  const auto metrics = study::run_each(scenarios, context.models);
  std::vector<Solved> all;
  all.reserve(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) all.push_back({runs[i], metrics[i].at("laplace.solve_s"), metrics[i]});
  return all;
}

const Solved& find(const std::vector<Solved>& all, const Network& network, int active, Program program) {
  return *std::find_if(all.begin(), all.end(), [&](const Solved& known) {
    return known.run.network == &network && known.run.active == active && known.run.program == program;
  });
}

study::Row row_of(const Solved& solved) {
  const std::string program =
      fmt::format("{}, {}", solved.run.network->name, solved.run.program == Program::plain ? "plain" : "migratable");
  return {fmt::format("{}, {} processes", program, solved.run.active),
          {},
          solved.time_s,
          "s",
          {{"active", static_cast<double>(solved.run.active)}, {"run_s", solved.time_s}, {"program", program}}};
}

study::PlotSpec by_processes() { return {{"active", "processes"}, {"run_s", "run time (s)"}, "program"}; }

} // namespace daruma::models::migration::paper
