// Scenarios at the fast fidelity: no ranks, the pure decision functions and the cost mechanisms only.
//
// One job of a model that has such a form, on a runtime whose operations cost nothing; what else each of them can do
// without ranks, it says itself. Or a centre (fast_centre.hpp).
#pragma once

#include "sim/batch/fast_centre.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace daruma::study {

/// Everything of a scenario of jobs that the fast fidelity cannot do, where and why; empty if it can run it.
std::vector<scenario::Problem> objections_to_fast(const scenario::Scenario&, const std::string& file);

/// Runs a scenario to which there is no objection and whose jobs passed their models' checks; or a centre, which was
/// made of the scenario, and which a supervisor may cut.
results::Result run_fast(const scenario::Scenario&, int replication, const batch::FastCentre* = nullptr,
                         batch::FastCentre::Leaves = batch::FastCentre::Leaves::everything,
                         Supervisor* supervisor = nullptr);

} // namespace daruma::study
