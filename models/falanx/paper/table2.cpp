// Falanx, Table 2. Service times, start-up and the log's time were set from the rows of 1 s; the rows of 2 s follow.
#include "models/falanx/paper/published.hpp"

#include <fmt/format.h>

namespace daruma::models::falanx::paper {

namespace {

std::vector<study::Row> rows_of(const Implementation& implementation, const Published& published,
                                const study::Metrics& metrics, const Parameters& parameters) {
  const std::string name = fmt::format("{}, {}: ", implementation.name, published.length);
  return {{name + "setup", published.setup_s, metrics.at("bag.setup_s"), "s", {}, parameters},
          {name + "main logic", published.main_logic_s, metrics.at("bag.main_logic_s"), "s", {}, parameters},
          {name + "total", published.total_s, metrics.at("bag.total_s"), "s", {}, parameters}};
}

} // namespace

study::Reproduction table2(const study::StudyContext& context) {
  study::Reproduction table{"Falanx, Table 2: 10 000 tasks on 20 workers; what the schedulers take beyond the tasks"};
  std::vector<scenario::Scenario> scenarios;
  for (const Implementation& implementation : {one_rank, highly_available})
    for (const Published& published : implementation.rows)
      scenarios.push_back(context.load(implementation.scenario, {{"/jobs/0/arguments/length", published.length}}));
  const auto metrics = study::run_each(scenarios, context.models);
  std::size_t run = 0;
  for (const Implementation& implementation : {one_rank, highly_available})
    for (const Published& published : implementation.rows) {
      const auto rows = rows_of(implementation, published, metrics[run], scenarios[run].parameters);
      table.rows.insert(table.rows.end(), rows.begin(), rows.end());
      ++run;
    }
  const auto beyond = [&metrics](std::size_t which) { return metrics[which].at("bag.main_logic_s"); };
  table.claims = {{"the highly available scheduler takes more than one rank does, for both lengths of tasks",
                   beyond(2) > beyond(0) && beyond(3) > beyond(1)},
                  {"it takes the less, the longer the tasks are", beyond(3) < beyond(2)}};
  return table;
}

} // namespace daruma::models::falanx::paper
