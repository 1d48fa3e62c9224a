// The worlds that a scenario can be run in, simulated with ranks or without, or real; all leave the same records
// behind.
#pragma once

#include "sim/batch/logs.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/results/records.hpp"
#include "sim/results/sweep_file.hpp"
#include "sim/scenario/scenario.hpp"

#include <filesystem>
#include <functional>

namespace daruma::cli {

/// Takes what a run left that came to no good end, before its error goes on to the caller.
using Salvage = std::function<void(const results::Result&)>;

/// Throws scenario::ScenarioError with everything that a simulation at that fidelity cannot do of the scenario, and
/// MachineError where there is no room for its processes here.
void check_in_simulation(const scenario::Scenario&, const std::string& file, Fidelity, batch::Logs&);
/// The same before one run in simulation, but for a centre's logs: `calculate` reads them and says the rest.
void check_to_run(const RunOrder&, const scenario::Scenario&);
/// Throws scenario::ScenarioError. What else an MPI on this machine cannot do, `perform` says.
void check_for_real(const RunOrder&, const scenario::Scenario&);

/// A replica of a scenario that passed its check, also if the simulated system broke. The process that it is made in
/// makes no other at the fidelity smpi.
results::SweptRun swept_run(const scenario::Scenario&, Fidelity, const results::RunKey&, batch::Logs&);

/// With several replicas: the first one's result, with the mean of each metric over all of them.
/// Throws run::SimulationError, study::WorkerError.
results::Result simulate(const RunOrder&, const scenario::Scenario&, const Salvage&);

/// The same without ranks.
results::Result calculate(const RunOrder&, const scenario::Scenario&, const Salvage&);

/// Replicas are run one after the other. Throws real::RunError, real::Lack, real::Interrupted, MachineError.
results::Result perform(const RunOrder&, const scenario::Scenario&, const Salvage&);

} // namespace daruma::cli
