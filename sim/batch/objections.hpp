// What a scenario asks of policies, and cannot have: names that nobody knows, and what a policy needs.
//
// The parameters of one policy may stand beside another policy, so that sweeps can vary the policy alone.
#pragma once

#include "sim/scenario/parse.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace daruma::batch {

/// What is wrong with a scenario whose jobs a manager starts; nothing if it has no manager.
std::vector<scenario::Problem> objections_to_manager(const scenario::Scenario&, const std::string& file);
/// What is wrong with a scenario that has a centre.
std::vector<scenario::Problem> objections_to_centre(const scenario::Scenario&, const std::string& file);

} // namespace daruma::batch
