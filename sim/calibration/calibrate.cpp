#include "sim/calibration/calibrate.hpp"

#include "sim/core/units.hpp"
#include "sim/results/text_layout.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace daruma::calibration {

namespace {

using Json = nlohmann::json;

/// The parts of a scenario that a world is described by.
Json world(const Json& machine, const Json& runtime) { return {{"machine", machine}, {"runtime", runtime}}; }

scenario::Scenario scenario_of(const Trial& trial, Json document, const scenario::Surroundings& surroundings) {
  const Json job{{"name", job_name}, {"model", trial.model}, {"ranks", trial.ranks}, {"arguments", trial.arguments}};
  document["name"] = trial.name;
  document["jobs"] = {job};
  return scenario::parse(document.dump(), trial.name, surroundings);
}

/// With the trial's name in the place of the job's; what every job reports is left out.
void take(Values& values, const Trial& trial, const study::Metrics& metrics) {
  const std::string before = std::string(job_name) + ".";
  for (const auto& [name, value] : metrics)
    if (name.rfind(before, 0) == 0) values[quantity(trial, name.substr(before.size()))] = value;
}

int count_of(const std::string& name, const std::vector<Values>& runs) {
  int count = 0;
  for (const Values& run : runs) count += static_cast<int>(run.count(name));
  return count;
}

} // namespace

std::vector<Values> measure(const std::vector<Trial>& trials, int runs, const World& real,
                            const scenario::Surroundings& surroundings, const Progress& progress) {
  std::vector<Values> all(static_cast<std::size_t>(runs));
  for (int run = 0; run < runs; ++run) {
    for (const Trial& trial : trials) {
      progress(fmt::format("measuring, run {} of {}: {}", run + 1, runs, trial.name));
      const Json machine{{"cores", trial.ranks + trial.spawned}};
      if (const auto metrics = real(scenario_of(trial, world(machine, "ideal"), surroundings)))
        take(all[static_cast<std::size_t>(run)], trial, *metrics);
    }
  }
  return all;
}

std::vector<Row> hold_against(const std::vector<Check>& checks, const std::vector<Values>& runs,
                              const Descriptions& descriptions, const World& simulated,
                              const scenario::Surroundings& surroundings, const Progress& progress) {
  Json described = world(Json::parse(descriptions.machine), Json::parse(descriptions.runtime));
  if (!descriptions.tree_store.empty()) described["tree_store"] = Json::parse(descriptions.tree_store);
  Values predicted;
  std::vector<Row> rows;
  for (const Check& check : checks) {
    const std::string name = quantity(check.trial, check.metric);
    const auto measured = spread_of(name, runs);
    if (!measured) continue;
    if (predicted.count(name) == 0) {
      progress("simulating: " + check.trial.name);
      if (const auto metrics = simulated(scenario_of(check.trial, described, surroundings)))
        take(predicted, check.trial, *metrics);
    }
    rows.push_back({name, check.is_fitted, *measured, count_of(name, runs), predicted.at(name)});
  }
  return rows;
}

namespace {

using OrderedJson = nlohmann::ordered_json;
using results::Align;
using results::Column;

const char* name_of(Document document) {
  constexpr const char* names[] = {"machine", "runtime", "tree_store"};
  return names[static_cast<std::size_t>(document)];
}

std::string seconds(double value) { return fmt::format("{:.3g}", value); }

const char* role(const Row& row) { return row.is_fitted ? "fitted" : "predicted"; }

double ratio(const Row& row) { return row.simulated / row.measured.median; }

std::string table_of_numbers(const std::vector<Values>& runs, const Origin& origin, int width) {
  std::vector<Column> columns{{"number"}, {"value", Align::right}, {"least", Align::right}, {"most", Align::right}};
  for (const auto& [place, value] : fit(medians(runs), origin)) {
    const Spread spread = reach(place, runs, origin);
    columns[0].cells.push_back(std::string(name_of(place.first)) + " " + place.second);
    columns[1].cells.push_back(to_text(place, value));
    columns[2].cells.push_back(to_text(place, spread.least));
    columns[3].cells.push_back(to_text(place, spread.most));
  }
  return results::side_by_side(columns, width);
}

std::string table_of_rows(const std::vector<Row>& rows, int width) {
  std::vector<Column> columns{{"what"},
                              {"measured", Align::right},
                              {"least", Align::right},
                              {"most", Align::right},
                              {"runs", Align::right},
                              {"simulated", Align::right},
                              {"ratio", Align::right},
                              {""}};
  for (const Row& row : rows) {
    columns[0].cells.push_back(row.name);
    columns[1].cells.push_back(seconds(row.measured.median));
    columns[2].cells.push_back(seconds(row.measured.least));
    columns[3].cells.push_back(seconds(row.measured.most));
    columns[4].cells.push_back(std::to_string(row.runs));
    columns[5].cells.push_back(seconds(row.simulated));
    columns[6].cells.push_back(fmt::format("{:.2f}", ratio(row)));
    columns[7].cells.emplace_back(role(row));
  }
  return results::side_by_side(columns, width);
}

} // namespace

std::string to_table(const std::vector<Values>& runs, const std::vector<Row>& rows, const Origin& origin, int width) {
  return fmt::format("{} on {} cores, medians of {} runs\n\n{}\n{}", origin.name, origin.cores, runs.size(),
                     table_of_numbers(runs, origin, width), table_of_rows(rows, width));
}

std::string to_json(const std::vector<Values>& runs, const std::vector<Row>& rows, const Origin& origin) {
  OrderedJson json{{"mpi", origin.name}, {"cores", origin.cores}, {"runs", runs.size()}};
  json["numbers"] = OrderedJson::array();
  for (const auto& [place, value] : fit(medians(runs), origin)) {
    const Spread spread = reach(place, runs, origin);
    json["numbers"].push_back({{"document", name_of(place.first)},
                               {"pointer", place.second},
                               {"value", value},
                               {"least", spread.least},
                               {"most", spread.most}});
  }
  json["checks"] = OrderedJson::array();
  for (const Row& row : rows)
    json["checks"].push_back({{"name", row.name},
                              {"role", role(row)},
                              {"measured_s", row.measured.median},
                              {"least_s", row.measured.least},
                              {"most_s", row.measured.most},
                              {"runs", row.runs},
                              {"simulated_s", row.simulated},
                              {"ratio", ratio(row)}});
  json["samples"] = OrderedJson::object();
  for (const Values& run : runs)
    for (const auto& [name, value] : run) json["samples"][name].push_back(value);
  return json.dump(2) + "\n";
}

} // namespace daruma::calibration
