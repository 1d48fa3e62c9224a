#include "sim/calibration/calibrate.hpp"

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
  document["jobs"] = Json::array({job});
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

} // namespace daruma::calibration
