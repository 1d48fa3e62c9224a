// The schedulers as a rank makes them.
#pragma once

#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"
#include "models/falanx/mpi/wire.hpp"
#include "sim/core/units.hpp"

namespace daruma::models::falanx {

/// That of Falanx's first implementation: one rank, the task queue server, takes `service_time` for a request (paper,
/// section 3.1). Submitters and Starters ask it by message (task_queue_servant.hpp). With the server all is lost: the
/// job ends.
std::unique_ptr<Scheduler> make_task_queue_server(Wire& wire, Seconds service_time);

/// The highly available one: nobody but the tree store knows which task is where (paper, section 3.2).
///
/// Submitters and Starters read and write there by themselves, and wait by watches: state machines (ha_submitter.hpp,
/// ha_starter.hpp) whose requests a rank makes one after the other.
std::unique_ptr<Scheduler> make_ha_scheduler(const Wire& wire, const HaTerms& terms);

} // namespace daruma::models::falanx
