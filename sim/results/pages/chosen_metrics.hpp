// Which metrics a comparison tells of, and in which order: what matters to who decides comes first, not what the
// alphabet has first.
//
// What an expectation of the scenario names and what is told apart beyond doubt comes before the rest. Deadlines and
// lost time that are told apart are never left out; what is the same for all is.
#pragma once

#include "sim/results/pages/decision.hpp"

#include <set>
#include <string>
#include <vector>

namespace daruma::pages {

/// Of those that can be judged; where they are fewer than two, what matters most.
std::vector<Contest> chosen(const std::vector<Contest>&, const std::vector<Contender>&,
                            const std::set<std::string>& expected, Chance);

} // namespace daruma::pages
