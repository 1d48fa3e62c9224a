#include "sim/study/prepared_scenario.hpp"

#include "sim/batch/objections.hpp"
#include "sim/faults/objections.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/study/fast_world.hpp"

#include <utility>

namespace daruma::study {

namespace {

void throw_any(std::vector<scenario::Problem> problems) {
  if (!problems.empty()) throw scenario::ScenarioError(std::move(problems));
}

} // namespace

PreparedScenario::PreparedScenario(scenario::Scenario scenario, const std::string& file, Fidelity fidelity,
                                   const run::Models& models, batch::Logs& logs)
    : scenario_(std::make_unique<const scenario::Scenario>(std::move(scenario))), fidelity_(fidelity),
      models_(&models) {
  throw_any(faults::objections(*scenario_, file));
  throw_any(batch::objections_to_manager(*scenario_, file));
  if (!scenario_->centre) {
    if (fidelity == Fidelity::fast) throw_any(objections_to_fast(*scenario_, file));
  } else if (fidelity == Fidelity::fast) {
    centre_.emplace(*scenario_, file, logs);
  } else {
    throw_any({{file, "/centre", "has no ranks to simulate; --fidelity fast runs it"}});
  }
}

results::Result PreparedScenario::run(int replica) const {
  if (fidelity_ == Fidelity::smpi) return run::simulate(*scenario_, *models_, replica);
  return run_fast(*scenario_, replica, centre_ ? &*centre_ : nullptr);
}

SweptRun PreparedScenario::run(const RunKey& key) const {
  SweptRun made{key, scenario_->seed, "", {}};
  try {
    made.metrics = run(key.second).metrics;
  } catch (const run::SimulationError& stopped) { made.problem = stopped.what(); }
  return made;
}

} // namespace daruma::study
