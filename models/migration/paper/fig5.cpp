// Process migration, Fig. 5 and section 3.4: the Laplace solver without load, and one migration. Each network's
// bandwidth was set from its transfer of 8 MB; what the whole migration takes beside it follows.
#include "models/migration/paper/cases.hpp"
#include "models/migration/paper/solver.hpp"

#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

/// A migration by order, on nodes that nobody loads.
scenario::Scenario migration_on(const Network& network, const study::StudyContext& context) {
  auto scenario = scenario_of({&network, 4, Program::migratable, Nodes::free}, context);
  scenario::Event order;
  order.when.at = Seconds(1);
  order.action = scenario::Command{"laplace", "migrate 1"};
  scenario.events.push_back(order);
  return scenario;
}

} // namespace

study::Reproduction fig5(const study::StudyContext& context) {
  const auto all = solve_on(Nodes::free, context);
  study::Reproduction figure{
      fmt::format("{}, Fig. 5: run time of the Laplace solver without load, and one migration", paper_name)};
  for (const Solved& solved : all) figure.rows.push_back(row_of(solved));
  std::vector<scenario::Scenario> scenarios;
  for (const Network& network : networks) scenarios.push_back(migration_on(network, context));
  const auto moved = study::run_each(scenarios, context.models);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const Network& network = networks[i];
    figure.rows.push_back({fmt::format("{}, transfer of 8 MB", network.name),
                           network.transfer_s,
                           moved[i].at("laplace.transfer_s"),
                           "s",
                           {},
                           scenarios[i].parameters});
    figure.rows.push_back({fmt::format("{}, whole migration", network.name),
                           network.migration_s,
                           moved[i].at("laplace.migration_s"),
                           "s",
                           {},
                           scenarios[i].parameters});
  }
  figure.claims = {
      {"being able to migrate costs less than one migration does", everywhere([&](const Network& network, int active) {
         const double more =
             find(all, network, active, Program::migratable).time_s - find(all, network, active, Program::plain).time_s;
         return more < figure.number_at(fmt::format("{}, whole migration", network.name));
       })}};
  figure.plot = by_processes();
  return figure;
}

} // namespace daruma::models::migration::paper
