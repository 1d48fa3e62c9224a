// Runs one scenario for real: its jobs under an MPI of this machine, its events at their times.
//
// The counterpart of run::simulate, with the same records as its outcome. All processes run on this
// machine; which node of the scenario's machine each stands for is decided as in the simulator, so that
// a node that goes off takes the same processes along (by SIGKILL). Times are wall time since the first
// processes were up; the start of mpirun and MPI_Init does not count. Computation is a pause of the time
// that the scenario's cores would take; messages and checkpoints take what this machine takes.
#pragma once

#include "sim/results/records.hpp"
#include "sim/run/real/installation.hpp"
#include "sim/scenario/scenario.hpp"

#include <stdexcept>
#include <string>

namespace daruma::real {

/// The job hung or its program broke. `result` holds what was recorded until then.
class RunError : public std::runtime_error {
public:
  RunError(const std::string& message, results::Result so_far)
      : std::runtime_error(message), result(std::move(so_far)) {}

  results::Result result;
};

/// A signal asked this program to stop; everything that was started has been ended.
struct Interrupted {
  int signal;
};

/// Runs the scenario to its end. It passed the checks of sim/scenario, of its models' arguments, and `objections`.
/// A job that gives no sign of life for `patience` is ended. Throws RunError, Lack, Interrupted.
results::Result perform(const scenario::Scenario&, const Installation&, Seconds patience, int replication);

} // namespace daruma::real
