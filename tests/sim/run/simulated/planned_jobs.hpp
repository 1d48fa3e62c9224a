// Jobs as a centre without ranks plans them, for a machine with ranks: the same times and sizes for both.
#pragma once

#include "sim/batch/job.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstddef>
#include <string>

namespace daruma::run::test {

/// No jobs yet, on nodes of one core of 1 Gflop/s.
scenario::Scenario single_cores(int nodes, scenario::Manager);

/// "j" and its number: dyprc-iterate in whole steps of about that length, which take the plan's run time together on
/// all its ranks, and longer on fewer.
scenario::Job planned_job(const batch::Job& plan, Seconds step, std::size_t number);

} // namespace daruma::run::test
