// The arguments of falanx-sleep, and the roles that they make together; and those of them that master-worker has.
#pragma once

#include "models/falanx/logic/sleep_order.hpp"
#include "models/port/program.hpp"

namespace daruma::models::falanx {

std::vector<ArgumentRule> sleep_argument_rules();

/// A finished sentence if the roles do not fit a job of so many ranks, or each other.
std::string sleep_mismatch(const Arguments&, const JobShape&);

/// The order that arguments give to which there is no objection.
SleepOrder sleep_order(const Arguments&);

/// The calling process's. Throws std::invalid_argument with a finished sentence.
SleepOrder read_sleep_order(int processes);

std::vector<ArgumentRule> master_argument_rules();

/// A finished sentence if master-worker cannot run as such a job.
std::string master_mismatch(const Arguments&, const JobShape&);

/// The calling process's. Throws std::invalid_argument with a finished sentence.
MasterOrder read_master_order();

} // namespace daruma::models::falanx
