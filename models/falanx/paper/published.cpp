#include "models/falanx/paper/published.hpp"

namespace daruma::models::falanx::paper {

std::vector<study::Metrics> metrics_of(const std::vector<scenario::Scenario>& scenarios,
                                       const study::StudyContext& context) {
  return study::run_each(scenarios, context.models, [](const results::Result& result) { return result.metrics; });
}

double races_in(const study::Metrics& metrics) {
  double races = 0;
  for (const auto& [name, value] : metrics)
    if (name.rfind("bag.lost_races_", 0) == 0) races += value;
  return races;
}

} // namespace daruma::models::falanx::paper
