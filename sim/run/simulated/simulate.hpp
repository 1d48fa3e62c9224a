// Runs one scenario at rank level: jobs on a machine, failures, orders, and what became of them.
//
// One simulation per process (SimGrid's engine is a singleton). Deterministic: the result is a
// function of scenario, seed and replication.
#pragma once

#include "models/port/program.hpp"
#include "sim/core/supervision.hpp"
#include "sim/results/records.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/call_moments.hpp"
#include "sim/scenario/scenario.hpp"

#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::run {

/// The simulated system came to a standstill or misbehaved; the message says who waits for whom, or what happened.
/// `result` holds what was recorded until then.
class SimulationError : public std::runtime_error {
public:
  SimulationError(const std::string& message, Breakdown what, results::Result so_far)
      : std::runtime_error(message), kind(what), result(std::move(so_far)) {}

  Breakdown kind;
  results::Result result;
};

/// What made a result, by name: Daruma's version and SimGrid's.
std::map<std::string, std::string> versions();

using Models = std::vector<models::Program>;

/// Null if none has that name.
const models::Program* find(const Models&, std::string_view name);
models::JobShape shape_of(const scenario::Job&);
/// The nodes that the job's first processes begin on; empty where the machine's next ones will do.
std::vector<int> first_nodes(const Models&, const scenario::Job&);

/// How a run ended.
struct Ending {
  results::Result result;               ///< what was recorded
  std::optional<Breakdown> breakdown{}; ///< nothing: it is to be trusted
  std::string problem{};                ///< of a breakdown: what is the matter
};

/// Who has a say in a run; null for nobody.
struct Onlookers {
  Supervisor* supervisor = nullptr;           ///< may cut it
  Intervention* intervention = nullptr;       ///< may have things happen in calls of MPI
  std::function<void(const Ending&)> ended{}; ///< told before the simulated machine is torn down
  bool asks_for_stacks = false;               ///< the result is to say where programs stood that did not end
};

/// Runs the scenario to its end, or until the supervisor cuts it. The scenario passed the checks of sim/scenario and of
/// its models' arguments. Throws SimulationError.
results::Result simulate(const scenario::Scenario&, const Models&, int replication, const Onlookers& = {});

} // namespace daruma::run
