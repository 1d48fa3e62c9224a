#include "sim/study/prepared_scenario.hpp"

#include "models/catalogue.hpp"
#include "sim/batch/objections.hpp"
#include "sim/batch/urgent_jobs.hpp"
#include "sim/faults/objections.hpp"
#include "sim/scenario/problems.hpp"
#include "sim/study/fast_world.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace daruma::study {

namespace {

bool has_drawn_failures(const scenario::Scenario& scenario) {
  return scenario.failures && !scenario.failures->is_listed();
}

bool is_random_centre(const scenario::Centre& centre, const scenario::Scenario& scenario) {
  const bool is_repair_drawn = scenario.failures && centre.repair && centre.repair->sigma > 0;
  const bool is_log_drawn = centre.failure_log && !centre.failure_log->from;
  const bool is_urgent_drawn = centre.urgent && batch::is_drawn(*centre.urgent);
  return has_drawn_failures(scenario) || is_repair_drawn || is_log_drawn || is_urgent_drawn || centre.flexible.any();
}

bool is_any_victim_drawn(const scenario::Scenario& scenario) {
  return std::any_of(scenario.events.begin(), scenario.events.end(), [](const scenario::Event& event) {
    return std::holds_alternative<scenario::KillRandom>(event.action);
  });
}

bool is_any_job_random(const scenario::Scenario& scenario) {
  return std::any_of(scenario.jobs.begin(), scenario.jobs.end(), [](const scenario::Job& job) {
    const models::Program* const program = models::find_program(job.model);
    return program == nullptr || program->draws == nullptr ||
           program->draws(scenario::arguments_as_text(job.arguments));
  });
}

} // namespace

PreparedScenario::PreparedScenario(scenario::Scenario scenario, const std::string& file, Fidelity fidelity,
                                   const run::Models& models, batch::Logs& logs)
    : scenario_(std::make_unique<const scenario::Scenario>(std::move(scenario))), fidelity_(fidelity),
      models_(&models) {
  scenario::throw_problems(faults::objections(*scenario_, file));
  scenario::throw_problems(batch::objections_to_manager(*scenario_, file));
  if (!scenario_->centre) {
    if (fidelity == Fidelity::fast) scenario::throw_problems(objections_to_fast(*scenario_, file));
  } else if (fidelity == Fidelity::fast) {
    centre_.emplace(*scenario_, file, logs);
  } else {
    scenario::throw_problems({{file, "/centre", "has no ranks to simulate; --fidelity fast runs it"}});
  }
}

results::Result PreparedScenario::run(int replica, const run::Onlookers& onlookers) const {
  if (fidelity_ == Fidelity::smpi) return run::simulate(*scenario_, *models_, replica, onlookers);
  return run_fast(*scenario_, replica, centre_ ? &*centre_ : nullptr, batch::FastCentre::Leaves::everything,
                  onlookers.supervisor);
}

results::Result PreparedScenario::measured(int replica) const {
  if (!centre_) return run(replica);
  return run_fast(*scenario_, replica, &*centre_, batch::FastCentre::Leaves::metrics);
}

SweptRun PreparedScenario::run(const RunKey& key) const {
  SweptRun made{key, scenario_->seed, "", {}};
  try {
    made.metrics = measured(key.second).metrics;
  } catch (const run::SimulationError& stopped) { made.problem = stopped.what(); }
  return made;
}

bool is_random(const scenario::Scenario& scenario) {
  if (scenario.centre) return is_random_centre(*scenario.centre, scenario);
  const bool is_load_drawn = scenario.background && scenario.background->arrival_gap != never;
  const bool is_any_part_drawn = !scenario.breakdowns.empty() || scenario.localisation || scenario.tree_store;
  const bool is_phase_drawn = scenario.runtime.detector.kind != DetectorKind::perfect;
  return has_drawn_failures(scenario) || is_load_drawn || is_any_part_drawn || is_phase_drawn ||
         is_any_victim_drawn(scenario) || is_any_job_random(scenario);
}

} // namespace daruma::study
