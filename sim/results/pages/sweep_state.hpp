// How far a sweep has come, and which of its combinations can be judged: who did not run, broke, lost jobs or ran
// fewer than others is not.
#pragma once

#include "sim/results/pages/decision.hpp"
#include "sim/results/sweep_file.hpp"
#include "sim/study/sweep_summary.hpp"

#include <string>
#include <vector>

namespace daruma::pages {

/// The metrics that the command which began it named.
std::vector<std::string> named_metrics(const results::SweepPlan&);

/// "Unfinished: 25 of 120 runs were made."; empty where none is missing.
std::string unfinished(const results::SweepFile&);

/// Of the sweep's points, with what keeps each from being judged.
std::vector<Contender> contenders_of(const results::SweepFile&, const std::vector<study::PointSummary>&);

/// The number of jobs of each, by replica. Who ran fewer of them than another gets a flaw that says so, if it has none:
/// to leave out those that would have waited long is no way to be better.
void flaw_who_ran_fewer(std::vector<Contender>&, const std::vector<std::map<int, double>>& jobs);

} // namespace daruma::pages
