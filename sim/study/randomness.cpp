#include "sim/study/randomness.hpp"

#include "models/catalogue.hpp"
#include "sim/scenario/parse.hpp"

#include <algorithm>
#include <variant>

namespace daruma::study {

namespace {

bool has_drawn_failures(const scenario::Scenario& scenario) {
  return scenario.failures && !scenario.failures->is_listed();
}

bool is_random_centre(const scenario::Centre& centre, const scenario::Scenario& scenario) {
  const bool is_repair_drawn = scenario.failures && centre.repair && centre.repair->sigma > 0;
  const bool is_log_drawn = centre.failure_log && !centre.failure_log->from;
  const bool is_urgent_drawn = centre.urgent && centre.urgent->gap > Seconds(0);
  const bool is_anyone_flexible = centre.flexible.mouldable + centre.flexible.malleable > 0;
  return has_drawn_failures(scenario) || is_repair_drawn || is_log_drawn || is_urgent_drawn || is_anyone_flexible;
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

bool is_random(const scenario::Scenario& scenario) {
  if (scenario.centre) return is_random_centre(*scenario.centre, scenario);
  const bool is_load_drawn = scenario.background && scenario.background->arrival_gap != never;
  const bool is_any_part_drawn = !scenario.breakdowns.empty() || scenario.localisation || scenario.tree_store;
  const bool is_phase_drawn = scenario.runtime.detector.kind != DetectorKind::perfect;
  return has_drawn_failures(scenario) || is_load_drawn || is_any_part_drawn || is_phase_drawn ||
         is_any_victim_drawn(scenario) || is_any_job_random(scenario);
}

} // namespace daruma::study
