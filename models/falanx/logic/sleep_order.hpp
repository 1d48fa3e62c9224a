// A bag of sleeping tasks, typed: what falanx-sleep performs with ranks and without them, and master-worker with ranks.
#pragma once

#include "models/falanx/logic/roles.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"

namespace daruma::models::falanx {

/// What becomes of a task that was lost.
enum class OnFailure { resubmit, drop };

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

struct MasterOrder {
  Seconds master_time; ///< what the master takes to serve a worker, beside what the messages take
  Seconds startup;
  int tasks;
  Seconds length;
  Bytes input;
  Bytes output;
};

} // namespace daruma::models::falanx
