// The worlds that a scenario can be run in, simulated with ranks or without, or real; all leave the same records
// behind.
#pragma once

#include "sim/batch/logs.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/study/prepared_scenario.hpp"

#include <functional>
#include <string>

namespace daruma::cli {

/// Takes what a run left that came to no good end, before its error goes on to the caller.
using Salvage = std::function<void(const results::Result&)>;

/// A scenario ready to be simulated at that fidelity. Throws scenario::ScenarioError with everything that cannot be
/// done of it, and MachineError where there is no room for its processes here.
study::PreparedScenario prepare(scenario::Scenario, const std::string& file, Fidelity, batch::Logs&);

/// Throws scenario::ScenarioError. What else an MPI on this machine cannot do, `perform` says.
void check_for_real(const RunOrder&, const scenario::Scenario&);

/// A single run with ranks or of a centre is watched: signals cut it. With several replicas: the first one's result,
/// with the mean of each metric over all of them. Throws run::SimulationError, study::WorkerError.
results::Result simulate(const RunOrder&, const study::PreparedScenario&, const Salvage&);

/// Replicas are run one after the other. Throws real::RunError, real::Lack, real::Interrupted, MachineError.
results::Result perform(const RunOrder&, const scenario::Scenario&, const Salvage&);

} // namespace daruma::cli
