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

using ByReplica = std::map<int, double>;

/// The number of jobs of each, and the work of those that finished, where that is known and the same for the same jobs.
/// Who ran fewer of them than another, or others with less work, gets a flaw that says so, if it has none: to leave out
/// those that would have waited long is no way to be better.
void flaw_who_ran_fewer(std::vector<Contender>&, const std::vector<ByReplica>& jobs,
                        const std::vector<ByReplica>& work = {});

} // namespace daruma::pages
