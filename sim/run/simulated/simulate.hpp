// Runs one scenario at rank level: jobs on a machine, failures, orders, and what became of them.
//
// One simulation per process (SimGrid's engine is a singleton). Deterministic: the result is a
// function of scenario, seed and replication.
#pragma once

#include "models/port/program.hpp"
#include "sim/results/records.hpp"
#include "sim/run/simulated/supervision.hpp"
#include "sim/scenario/scenario.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::run {

/// The simulated system came to a standstill or misbehaved; the message says who waits for whom, or what happened.
/// `result` holds what was recorded until then.
class SimulationError : public std::runtime_error {
public:
  SimulationError(const std::string& message, results::Result so_far)
      : std::runtime_error(message), result(std::move(so_far)) {}

  results::Result result;
};

/// What made a result, by name: Daruma's version and SimGrid's.
std::map<std::string, std::string> versions();

using Models = std::vector<models::Program>;

/// Null if none has that name.
const models::Program* find(const Models&, std::string_view name);

/// Runs the scenario to its end, or until the supervisor cuts it. The scenario passed the checks of sim/scenario and of
/// its models' arguments. Throws SimulationError.
results::Result simulate(const scenario::Scenario&, const Models&, int replication, Supervisor* = nullptr);

} // namespace daruma::run
