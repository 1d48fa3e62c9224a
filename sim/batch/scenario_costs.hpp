// What a scenario says of costs at its centre, and which checkpoint periods waste least by theory.
#pragma once

#include "sim/batch/costs.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace daruma::batch {

/// What things cost the jobs of a scenario with a centre, on nodes with that mean time between failures.
Costs costs_of(const scenario::Scenario&, Seconds node_mtbf);

struct OptimalPeriod {
  std::string name; ///< "Daly, 256 nodes"
  Seconds period;
};

/// Young's and Daly's for a job of one node and one of the whole machine. None where no checkpoints are written, or the
/// mean time between failures is not said by a law.
std::vector<OptimalPeriod> optimal_periods(const scenario::Scenario&);

} // namespace daruma::batch
