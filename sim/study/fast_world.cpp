#include "sim/study/fast_world.hpp"

#include "sim/scenario/wording.hpp"
#include "sim/study/fast_model.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::study {

namespace {

const std::vector<const FastModel*>& fast_models() {
  static const std::vector<const FastModel*> all{&fast_stencil(), &fast_laplace(), &fast_falanx()};
  return all;
}

std::string names_of_fast_models() {
  std::vector<std::string> names;
  for (const FastModel* model : fast_models()) names.emplace_back(model->name);
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

void run_model(const scenario::Scenario& scenario, int replication, results::Result& result) {
  const scenario::Job& job = scenario.jobs.front();
  results::JobRow row;
  row.name = job.name;
  row.model = job.model;
  row.ranks_at_start = job.ranks;
  find_fast_model(job.model)->run(scenario, replication, row, result);
  results::enter(result, row);
}

} // namespace

const FastModel* find_fast_model(const std::string& name) {
  const auto& all = fast_models();
  const auto found = std::find_if(all.begin(), all.end(), [&](const FastModel* model) { return model->name == name; });
  return found == all.end() ? nullptr : *found;
}

std::vector<scenario::Problem> objections_to_fast(const scenario::Scenario& scenario, const std::string& file) {
  Objections objections(file);
  const scenario::Job& job = scenario.jobs.front();
  const FastModel* const model = find_fast_model(job.model);
  objections.unless(scenario.jobs.size() == 1, "/jobs", "one job runs at the fast fidelity");
  objections.unless(model != nullptr, "/jobs/0/model",
                    fmt::format("only {} run at the fast fidelity", names_of_fast_models()));
  objections.unless(job.start == Seconds(0), "/jobs/0/start", "a job starts at 0 s at the fast fidelity");
  objections.unless(costs_nothing(scenario.runtime), "/runtime",
                    "only a runtime whose operations cost nothing, such as \"ideal\", runs at the fast fidelity");
  objections.unless(scenario.horizon == Seconds(0), "/horizon", "the fast fidelity runs jobs to their end");
  objections.unless(scenario.breakdowns.empty(), "/breakdowns", "components that break need ranks");
  objections.unless(!scenario.manager, "/manager", "a manager needs ranks; a \"centre\" runs at the fast fidelity");
  objections.unless(!scenario.localisation, "/localisation", "nobody asks which part broke at the fast fidelity");
  if (model != nullptr) model->object(objections, scenario);
  return objections.take();
}

results::Result run_fast(const scenario::Scenario& scenario, int replication, const batch::FastCentre* centre) {
  results::Result result;
  result.scenario_json = scenario.resolved_json;
  result.seed = scenario.seed;
  result.replication = replication;
  result.versions = {{"daruma", DARUMA_VERSION}, {"fidelity", "fast"}};
  if (centre != nullptr)
    centre->run(replication, result);
  else
    run_model(scenario, replication, result);
  return result;
}

} // namespace daruma::study
