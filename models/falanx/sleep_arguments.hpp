// The arguments of falanx-sleep, and the roles that they make together.
#pragma once

#include "models/falanx/schedulers.hpp"
#include "models/port/program.hpp"

namespace daruma::models::falanx {

std::vector<ArgumentRule> sleep_argument_rules();

/// A finished sentence if the roles do not fit a job of so many ranks, or each other.
std::string sleep_mismatch(const Arguments&, int ranks, int spares);

/// What becomes of a task that was lost.
enum class OnFailure { resubmit, drop };

/// The calling process's arguments, typed.
struct SleepOrder {
  Roles roles;
  const SchedulerKind* scheduler;
  ServiceTimes times;
  Seconds startup; ///< what starting the processes takes besides
  int tasks;
  Seconds length;
  int priorities; ///< task i has priority i modulo this
  Bytes input;
  Bytes output;
  OnFailure on_failure;
};

/// Throws std::invalid_argument with a finished sentence.
SleepOrder read_sleep_order(int processes);

} // namespace daruma::models::falanx
