// What all ranks of a Falanx job have in common that serve others: requests one after the other, deaths as they become
// known, and an end once nobody is left who could ask.
//
// Clients and workers ask. Each says goodbye to every rank that serves, or dies. Then those of one role say goodbye to
// each other, so that what one sends to another is still received.
#pragma once

#include "models/falanx/logic/attendance.hpp"
#include "models/falanx/mpi/wire.hpp"
#include "sim/core/units.hpp"

namespace daruma::models::falanx {

/// Serves until the end. A request takes `service_time` of the rank, beside what the messages take.
void serve(Wire& wire, Line line, Servant& servant, Seconds service_time);

/// A client waits until all workers have said goodbye or died. A scheduler that loses its last server meanwhile ends
/// the job, for then workers wait in vain.
void await_workers(Wire& wire);

/// The calling client or worker asks nobody for anything any more.
void say_goodbye(Wire& wire);

} // namespace daruma::models::falanx
