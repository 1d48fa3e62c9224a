// The highly available scheduler: nobody but the tree store knows which task is where (paper, section 3.2).
//
// Submitters and Starters read and write there by themselves, and wait by watches: state machines (ha_submitter.hpp,
// ha_starter.hpp) whose requests a rank makes one after the other.
#pragma once

#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"
#include "models/falanx/mpi/wire.hpp"

namespace daruma::models::falanx {

std::unique_ptr<Scheduler> make_ha_scheduler(const Wire& wire, const HaTerms& terms);

} // namespace daruma::models::falanx
