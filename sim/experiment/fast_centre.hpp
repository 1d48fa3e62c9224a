// A centre at the fast fidelity: a log of jobs under a queue policy, beside what the log says itself.
//
// The log's own numbers differ: there jobs ran beyond what they asked for, its policy was another, and they waited for
// more than processors (limits per user, memory, nodes that were down), which their needless wait tells. A log may also
// have more processors busy than there are.
#pragma once

#include "sim/records/records.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace daruma::experiment {

/// The scenario has a centre.
std::vector<scenario::Problem> objections_to_centre(const scenario::Scenario&, const std::string& file);

/// Fills in the metrics of a centre to which there is no objection.
void run_centre(const scenario::Scenario&, records::Result&);

} // namespace daruma::experiment
