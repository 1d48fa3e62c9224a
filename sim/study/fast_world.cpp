#include "sim/study/fast_world.hpp"

#include "models/descriptor/system.hpp"
#include "sim/batch/policy_library.hpp"
#include "sim/run/event_plan.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

namespace daruma::study {

namespace {

std::string names_of_fast_forms() {
  std::vector<std::string> names;
  for (const models::System* const system : models::systems())
    for (const models::FastForm& form : system->fast_forms) names.emplace_back(form.program);
  return scenario::listed(names);
}

bool is_free(const CostLaw& law) {
  return law.fixed == Seconds(0) && law.per_process == Seconds(0) && law.per_stage == Seconds(0);
}

bool costs_nothing(const RuntimeProfile& runtime) {
  return runtime.detector.kind == DetectorKind::perfect && runtime.connection_setup == Seconds(0) &&
         is_free(runtime.propagation) && is_free(runtime.revoke) && is_free(runtime.agreement) &&
         is_free(runtime.shrink) && is_free(runtime.split);
}

/// What comes at the instant at which all is done comes too late.
bool has_come(const scenario::Event& event, const results::JobRow& job) {
  return job.finished ? event.when.at < job.end : event.when.at <= job.end;
}

void run_model(const scenario::Scenario& scenario, int replication, results::Result& result) {
  const scenario::Job& job = scenario.jobs.front();
  results::JobRow row;
  row.name = job.name;
  row.model = job.model;
  row.ranks_at_start = job.ranks;
  models::find_fast_form(job.model)->run(scenario, replication, row, result);
  results::enter(result, row);
  const run::EventPlan plan(scenario, replication);
  for (const scenario::Event& event : scenario.events)
    if (!has_come(event, row)) result.never_due.push_back(plan.never_due(event, result.jobs));
}

} // namespace

std::vector<scenario::Problem> objections_to_fast(const scenario::Scenario& scenario, const std::string& file) {
  scenario::Objections objections(file, "; --fidelity smpi runs it");
  const scenario::Job& job = scenario.jobs.front();
  const models::FastForm* const form = models::find_fast_form(job.model);
  objections.unless(scenario.jobs.size() == 1, "/jobs", "one job runs at the fast fidelity");
  objections.unless(form != nullptr, "/jobs/0/model",
                    fmt::format("only {} run at the fast fidelity", names_of_fast_forms()));
  objections.unless(job.start == Seconds(0), "/jobs/0/start", "a job starts at 0 s at the fast fidelity");
  objections.unless(costs_nothing(scenario.runtime), "/runtime",
                    "only a runtime whose operations cost nothing, such as \"ideal\", runs at the fast fidelity");
  objections.unless(scenario.horizon == Seconds(0), "/horizon", "the fast fidelity runs jobs to their end");
  objections.unless(!scenario.manager, "/manager", "a manager needs ranks; a \"centre\" runs at the fast fidelity");
  if (form != nullptr) form->object(objections, scenario);
  return objections.take();
}

results::Result run_fast(const scenario::Scenario& scenario, int replication, const batch::FastCentre* centre,
                         batch::FastCentre::Leaves leaves, Supervisor* supervisor) {
  results::Result result;
  result.scenario_json = scenario.resolved_json;
  result.seed = scenario.seed;
  result.replication = replication;
  result.versions = {{"daruma", DARUMA_VERSION}, {"fidelity", "fast"}};
  try {
    if (centre != nullptr)
      centre->run(replication, result, leaves, supervisor);
    else
      run_model(scenario, replication, result);
  } catch (const batch::PolicyError& problem) {
    throw run::SimulationError(problem.what(), run::Breakdown::policy, std::move(result));
  }
  return result;
}

} // namespace daruma::study
