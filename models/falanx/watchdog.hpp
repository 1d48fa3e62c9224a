// WatchDogs: whoever dies, the tasks that it had taken become FAILED (paper, sections 2.2 and 3.2.1).
//
// There are several, in a line: the first that lives is on duty, the others stand by. Each notices every death by
// itself, so the next one can take over where the one before died; it then says all that it knows once more.
#pragma once

#include "models/falanx/scheduler.hpp"
#include "models/falanx/service.hpp"

namespace daruma::models::falanx {

/// Whether `rank` is the first that lives in the line of WatchDogs and, behind them, the scheduler's own ranks.
bool is_on_duty(const Roles& roles, const std::set<int>& dead, int rank);

/// The role of a WatchDog, until the end.
void watch(Wire& wire, WatchDogSide& scheduler);

} // namespace daruma::models::falanx
