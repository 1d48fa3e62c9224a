#include "sim/experiment/falanx_artefacts.hpp"

#include "sim/base/units.hpp"
#include "sim/experiment/replications.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::experiment {

namespace {

/// A row of the paper's table 2, in s; parameters are fitted on the row of 1 s.
struct Published {
  const char* length;
  double setup_s;
  double main_logic_s;
  double total_s;
};
constexpr Published one_rank[] = {{"1s", 0.806, 2.853, 503.658}, {"2s", 0.807, 2.611, 1003.417}};

scenario::Scenario scenario_of(const Laboratory& laboratory, const Published& row) {
  return scenario::load(laboratory.scenarios / "falanx-table2.json", laboratory.surroundings,
                        {{"/jobs/0/arguments/length", row.length}});
}

std::vector<Row> rows_of(const Published& row, const Metrics& metrics, bool fitted) {
  const std::string name = fmt::format("one rank, {}: ", row.length);
  return {{name + "setup", row.setup_s, metrics.at("bag.setup_s"), "s", fitted},
          {name + "main logic", row.main_logic_s, metrics.at("bag.main_logic_s"), "s", fitted},
          {name + "total", row.total_s, metrics.at("bag.total_s"), "s", fitted}};
}

/// What was fitted, as the scenario has it.
std::vector<Row> parameters_of(const scenario::Scenario& scenario) {
  const auto& arguments = scenario.jobs.front().arguments;
  std::vector<Row> rows;
  for (const auto& [argument, what] : {std::pair("server_time", "a request to the task queue server"),
                                       std::pair("data_node_time", "a request to a node of the data store"),
                                       std::pair("startup", "starting the processes")})
    rows.push_back({fmt::format("parameter: {}", what), std::nullopt,
                    parse_seconds(scenario::argument_text(arguments.at(argument))).value().count() * 1e3, "ms", true});
  return rows;
}

bool are_within(const std::vector<Row>& rows, const char* name, double tolerance) {
  return std::all_of(rows.begin(), rows.end(), [&](const Row& row) {
    return !row.paper || row.label.find(name) == std::string::npos || row.relative_error() < tolerance;
  });
}

Reproduction falanx_table2(const Laboratory& laboratory) {
  std::vector<scenario::Scenario> scenarios;
  for (const Published& row : one_rank) scenarios.push_back(scenario_of(laboratory, row));
  const auto metrics =
      run_each(scenarios, laboratory.models, [](const records::Result& result) { return result.metrics; });
  Reproduction result{"falanx-table2",
                      "Falanx, Table 2: 10 000 tasks on 20 workers; what the schedulers take beyond the tasks",
                      {},
                      {}};
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const auto rows = rows_of(one_rank[i], metrics[i], i == 0);
    result.rows.insert(result.rows.end(), rows.begin(), rows.end());
  }
  result.claims = {
      {"the totals are within 3 %", are_within(result.rows, "total", 0.03)},
      {"what the main logic takes beyond the tasks is within 20 %", are_within(result.rows, "main logic", 0.2)}};
  const auto parameters = parameters_of(scenarios.front());
  result.rows.insert(result.rows.end(), parameters.begin(), parameters.end());
  return result;
}

} // namespace

std::vector<Artefact> falanx_artefacts() {
  return {{"falanx-table2", "Falanx: overhead of the schedulers", falanx_table2}};
}

} // namespace daruma::experiment
