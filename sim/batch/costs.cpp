#include "sim/batch/costs.hpp"

#include "sim/batch/checkpointed_run.hpp"

#include <algorithm>
#include <cstdlib>

namespace daruma::batch {

Seconds save_time(const Costs& costs, int processors) {
  return copy_together(costs.to, costs.state, processors, costs.cores, costs.rates);
}

Seconds checkpoint_period(const Costs& costs, int processors, int nodes) {
  switch (costs.rule) {
  case PeriodRule::none:
    return Seconds(0);
  case PeriodRule::fixed:
    return costs.period;
  case PeriodRule::young:
    return young_period(save_time(costs, processors), costs.node_mtbf / nodes);
  case PeriodRule::daly:
    return daly_period(save_time(costs, processors), costs.node_mtbf / nodes);
  }
  return Seconds(0);
}

Seconds recovery_time(const Costs& costs, int processors, int nodes) {
  return recovery_by_shrink(costs.runtime, processors, nodes);
}

Seconds resize_time(const Costs& costs, int from, int to) {
  if (costs.reconfiguration == Reconfiguration::free) return Seconds(0);
  const int moved = std::abs(to - from);
  const int new_nodes = (std::max(to - from, 0) + costs.cores - 1) / costs.cores;
  return resize_cost(costs.runtime, from, to, new_nodes) +
         costs.state * std::min(moved, costs.cores) / costs.rates.link;
}

} // namespace daruma::batch
