// The two worlds that a scenario can be run in; both leave the same records behind.
#pragma once

#include "sim/cli/run_order.hpp"
#include "sim/records/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <functional>

namespace daruma::cli {

/// Takes what a run left that came to no good end, before its error goes on to the caller.
using Salvage = std::function<void(const records::Result&)>;

/// With several replicas: the first one's result, with the mean of each metric over all of them.
/// Throws engine::SimulationError, experiment::WorkerError.
records::Result simulate(const RunOrder&, const scenario::Scenario&, const Salvage&);

/// Replicas are run one after the other. Throws real::RunError, real::Lack, real::Interrupted, MachineError.
records::Result perform(const RunOrder&, const scenario::Scenario&, const Salvage&);

} // namespace daruma::cli
