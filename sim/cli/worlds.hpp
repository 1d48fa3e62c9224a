// The worlds that a scenario can be run in, simulated with ranks or without, or real; all leave the same records
// behind.
#pragma once

#include "sim/cli/run_order.hpp"
#include "sim/records/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <filesystem>
#include <functional>

namespace daruma::cli {

/// Takes what a run left that came to no good end, before its error goes on to the caller.
using Salvage = std::function<void(const records::Result&)>;

/// What keeps a program from being run in simulation, a finished sentence; nothing if all is well.
std::string objection_in_simulation(const std::filesystem::path& program);
/// The same of its twin for a real MPI. Says on standard error if the twin is the older of the two.
std::string objection_for_real(const RunOrder&, const std::filesystem::path& program);

/// With several replicas: the first one's result, with the mean of each metric over all of them.
/// Throws engine::SimulationError, experiment::WorkerError, MachineError, scenario::ScenarioError for a centre.
records::Result simulate(const RunOrder&, const scenario::Scenario&, const Salvage&);

/// The same without ranks. Throws scenario::ScenarioError with everything that needs them.
records::Result calculate(const RunOrder&, const scenario::Scenario&, const Salvage&);

/// Replicas are run one after the other. Throws real::RunError, real::Lack, real::Interrupted, MachineError.
records::Result perform(const RunOrder&, const scenario::Scenario&, const Salvage&);

} // namespace daruma::cli
