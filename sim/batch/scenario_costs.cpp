#include "sim/batch/scenario_costs.hpp"

#include "sim/batch/checkpointed_run.hpp"
#include "sim/batch/policy_library.hpp"
#include "sim/scenario/wording.hpp"

namespace daruma::batch {

Costs costs_of(const scenario::Scenario& scenario, Seconds mtbf) {
  Costs costs;
  costs.runtime = scenario.runtime;
  costs.rates = {scenario.machine.memory, scenario.machine.link.bandwidth, scenario.machine.file_system,
                 scenario.machine.file_system_latency};
  costs.cores = scenario.machine.cores;
  costs.node_mtbf = mtbf;
  const scenario::Centre& centre = *scenario.centre;
  costs.reconfiguration = centre.flexible.reconfiguration;
  if (!centre.checkpoint) return costs;
  costs.state = centre.checkpoint->size;
  costs.to = centre.checkpoint->to;
  costs.period = centre.checkpoint->period;
  const bool is_any_loaded =
      find_policy(failure_policies(), centre.on_failure)->resumption == Resumption::from_checkpoint;
  const bool is_any_failure = scenario.failures || centre.failure_log;
  if (is_any_loaded && is_any_failure) costs.rule = centre.checkpoint->rule;
  return costs;
}

std::vector<OptimalPeriod> optimal_periods(const scenario::Scenario& scenario) {
  const bool is_law_known = scenario.failures && !scenario.failures->is_listed();
  if (!scenario.centre || !scenario.centre->checkpoint || !is_law_known) return {};
  const Costs costs = costs_of(scenario, scenario.failures->node_mtbf);
  std::vector<OptimalPeriod> all;
  for (const int nodes : {1, scenario.machine.nodes}) {
    const Seconds cost = save_time(costs, nodes * costs.cores);
    const Seconds mtbf = costs.node_mtbf / nodes;
    const std::string size = ", " + scenario::counted(nodes, "node");
    if (cost <= Seconds(0)) return {};
    all.push_back({"Young" + size, young_period(cost, mtbf)});
    all.push_back({"Daly" + size, daly_period(cost, mtbf)});
    if (scenario.machine.nodes == 1) break;
  }
  return all;
}

} // namespace daruma::batch
