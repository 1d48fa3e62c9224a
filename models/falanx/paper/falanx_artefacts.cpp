#include "models/falanx/paper/falanx_artefacts.hpp"

#include "sim/core/units.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::study {

namespace {

/// A row of the paper's table 2, in s; parameters are fitted on the row of 1 s.
struct Published {
  const char* length;
  double setup_s;
  double main_logic_s;
  double total_s;
};
/// One of the paper's schedulers: on the first row its parameters are fitted.
struct Implementation {
  const char* name;
  const char* scenario;
  Published rows[2];
};
constexpr Implementation implementations[] = {
    {"one rank", "falanx-table2.json", {{"1s", 0.806, 2.853, 503.658}, {"2s", 0.807, 2.611, 1003.417}}},
    {"highly available", "falanx-table2-ha.json", {{"1s", 1.182, 157.253, 658.435}, {"2s", 0.858, 77.080, 1077.938}}}};

scenario::Scenario scenario_of(const Laboratory& laboratory, const Implementation& implementation,
                               const Published& row) {
  return scenario::load(laboratory.scenarios / implementation.scenario, laboratory.surroundings,
                        {{"/jobs/0/arguments/length", row.length}});
}

std::vector<Row> rows_of(const Implementation& implementation, const Published& row, const Metrics& metrics,
                         bool fitted) {
  const std::string name = fmt::format("{}, {}: ", implementation.name, row.length);
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

Row log_force_of(const scenario::Scenario& scenario) {
  return {"parameter: forcing a log of the tree store", std::nullopt, scenario.tree_store->log_force.count() * 1e3,
          "ms", true};
}

// --- The highly available scheduler: what its rows depend on, and what the cures do

/// A change of the scenario of its first row.
struct Variant {
  const char* what;
  std::vector<scenario::Override> changes;
};

std::vector<Metrics> metrics_of(const Laboratory& laboratory, const std::vector<Variant>& variants) {
  std::vector<scenario::Scenario> scenarios;
  scenarios.reserve(variants.size());
  for (const Variant& variant : variants)
    scenarios.push_back(
        scenario::load(laboratory.scenarios / implementations[1].scenario, laboratory.surroundings, variant.changes));
  return run_each(scenarios, laboratory.models, [](const results::Result& result) { return result.metrics; });
}

double races_in(const Metrics& metrics) {
  double races = 0;
  for (const auto& [name, value] : metrics)
    if (name.rfind("bag.lost_races_", 0) == 0) races += value;
  return races;
}

Reproduction sensitivity(const Laboratory& laboratory) {
  const scenario::Override two_seconds{"/jobs/0/arguments/length", "2s"};
  const scenario::Override slower_log{"/tree_store/log_force", "7.43ms"};
  const scenario::Override slower_lists{"/tree_store/marshalling", "7MB/s"};
  const std::vector<Variant> variants{{"1s", {}},
                                      {"2s", {two_seconds}},
                                      {"1s, log forced 10% slower", {slower_log}},
                                      {"2s, log forced 10% slower", {two_seconds, slower_log}},
                                      {"1s, lists at 7 MB/s", {slower_lists}},
                                      {"2s, lists at 7 MB/s", {two_seconds, slower_lists}}};
  const auto metrics = metrics_of(laboratory, variants);
  Reproduction result{"falanx-sensitivity",
                      "Falanx, Table 2: what the rows of the highly available scheduler are sensitive to",
                      {},
                      {}};
  for (std::size_t i = 0; i < variants.size(); ++i)
    result.rows.push_back({fmt::format("main logic, {}", variants[i].what),
                           implementations[1].rows[i % 2].main_logic_s,
                           metrics[i].at("bag.main_logic_s"),
                           "s",
                           i == 0,
                           {{"lost_races", races_in(metrics[i])}}});
  const auto value = [&](std::size_t row) { return result.rows[row].simulated; };
  result.claims = {{"the row of 1 s stands and falls with the log, as its submitter can hardly keep up",
                    value(2) > 1.3 * value(0) && value(3) < 1.15 * value(1)},
                   {"how fast lists are moves the row of 2 s alone, where many tasks wait",
                    value(4) < 1.05 * value(0) && value(5) > 1.5 * value(1)},
                   {"lists at 7 MB/s, some 4 us a name, would explain both rows within 20 %",
                    result.rows[4].relative_error() < 0.2 && result.rows[5].relative_error() < 0.2}};
  return result;
}

Reproduction cures(const Laboratory& laboratory) {
  const auto with = [](const char* scheduler) {
    return std::vector<scenario::Override>{{"/jobs/0/arguments/scheduler", scheduler}};
  };
  const std::vector<Variant> variants{{"each write by itself, as in the paper", with("ha")},
                                      {"what belongs together in one commit", with("ha-commit")},
                                      {"commits, a random task of a bucket", with("ha-buckets")},
                                      {"commits, Starters queue up", with("ha-ordered")},
                                      {"commits, up to 8 tasks at once", with("ha-batch")}};
  const auto metrics = metrics_of(laboratory, variants);
  Reproduction result{
      "falanx-cures", "Falanx: what the highly available scheduler takes beyond 10 000 tasks of 1 s, by cure", {}, {}};
  for (std::size_t i = 0; i < variants.size(); ++i) {
    result.rows.push_back(
        {fmt::format("main logic: {}", variants[i].what), std::nullopt, metrics[i].at("bag.main_logic_s"), "s", false});
    result.rows.push_back(
        {fmt::format("lost races: {}", variants[i].what), std::nullopt, races_in(metrics[i]), "", false});
  }
  const auto main_logic = [&](std::size_t variant) { return result.rows[2 * variant].simulated; };
  result.claims = {{"commits alone take the overhead down to a tenth", 10 * main_logic(1) < main_logic(0)},
                   {"Starters that queue up lose no race", result.rows[7].simulated == 0},
                   {"batches are the best cure",
                    main_logic(4) < main_logic(1) && main_logic(4) < main_logic(2) && main_logic(4) < main_logic(3)}};
  return result;
}

/// Of the rows whose label begins and ends so.
bool are_within(const std::vector<Row>& rows, const std::string& begin, const std::string& end, double tolerance) {
  return std::all_of(rows.begin(), rows.end(), [&](const Row& row) {
    const bool is_meant = row.label.rfind(begin, 0) == 0 && row.label.size() >= end.size() &&
                          row.label.compare(row.label.size() - end.size(), end.size(), end) == 0;
    return !is_meant || row.relative_error() < tolerance;
  });
}

Reproduction falanx_table2(const Laboratory& laboratory) {
  std::vector<scenario::Scenario> scenarios;
  for (const Implementation& implementation : implementations)
    for (const Published& row : implementation.rows) scenarios.push_back(scenario_of(laboratory, implementation, row));
  const auto metrics =
      run_each(scenarios, laboratory.models, [](const results::Result& result) { return result.metrics; });
  Reproduction result{"falanx-table2",
                      "Falanx, Table 2: 10 000 tasks on 20 workers; what the schedulers take beyond the tasks",
                      {},
                      {}};
  auto measured = metrics.begin();
  for (const Implementation& implementation : implementations)
    for (const Published& row : implementation.rows) {
      const auto rows = rows_of(implementation, row, *measured++, &row == implementation.rows);
      result.rows.insert(result.rows.end(), rows.begin(), rows.end());
    }
  result.claims = {
      {"one rank: the totals are within 3 %", are_within(result.rows, "one rank", "total", 0.03)},
      {"one rank: what the main logic takes beyond the tasks is within 20 %",
       are_within(result.rows, "one rank", "main logic", 0.2)},
      {"highly available: the totals are within 4 %", are_within(result.rows, "highly available", "total", 0.04)},
      {"highly available: what the main logic takes beyond the tasks is within 20 %",
       are_within(result.rows, "highly available", "main logic", 0.2)}};
  const auto parameters = parameters_of(scenarios.front());
  result.rows.insert(result.rows.end(), parameters.begin(), parameters.end());
  result.rows.push_back(log_force_of(scenarios.back()));
  return result;
}

} // namespace

std::vector<Artefact> falanx_artefacts() {
  return {{"falanx-table2", "Falanx: overhead of the schedulers", falanx_table2},
          {"falanx-sensitivity", "Falanx: what the highly available scheduler's overhead depends on", sensitivity},
          {"falanx-cures", "Falanx: cures for the contention of Starters", cures}};
}

} // namespace daruma::study
