// Scenarios for tests of the engine, and what becomes of them: each runs in a process of its own, because
// SimGrid allows one simulation per process.
#pragma once

#include "sim/run/simulated/simulate.hpp"

#include <functional>
#include <string>
#include <vector>

namespace daruma::run::test {

/// One job "q" of the model on four nodes of eight cores of 1 Gflop/s, on the ideal runtime.
scenario::Scenario one_job(const std::string& model, int ranks,
                           scenario::RecoveryStyle recovery = scenario::RecoveryStyle::shrink);

/// The same on four nodes of a core each, with a rank of the model "observed" on each.
scenario::Scenario four_nodes();

void at(scenario::Scenario&, double time_s, scenario::Action);

/// What `tell` says about the result; "error: " and its message if the simulation failed, "crash" if it died.
using Tell = std::function<std::string(const results::Result&)>;
std::string simulate_apart(const scenario::Scenario&, const Models&, const Tell& tell);
/// All events but starts and ends of a run in which "observed" does that, with whole milliseconds: "2001 print 2:
/// done", a line each.
std::string events_in(const scenario::Scenario&, const models::Entry& observed);
/// Several at the same time.
std::vector<std::string> simulate_together(const std::vector<scenario::Scenario>&, const Models&, const Tell& tell);

} // namespace daruma::run::test
