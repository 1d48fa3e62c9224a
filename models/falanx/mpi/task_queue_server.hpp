// The scheduler of Falanx's first implementation: one rank, the task queue server (paper, section 3.1).
//
// Submitters and Starters ask it by message (task_queue_servant.hpp). With the server all is lost: the job ends.
#pragma once

#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/mpi/wire.hpp"
#include "sim/core/units.hpp"

namespace daruma::models::falanx {

/// `service_time` is what the server takes for a request.
std::unique_ptr<Scheduler> make_task_queue_server(Wire& wire, Seconds service_time);

} // namespace daruma::models::falanx
