// What can be named on command lines and in scenarios, with a line about each.
#pragma once

#include "sim/cli/command.hpp"

#include <string>
#include <vector>

namespace daruma::cli {

std::vector<Name> machine_names();
std::vector<Name> runtime_names();
std::vector<Name> collective_table_names();
std::vector<Name> figure_names();
/// The names of the scenarios that are installed.
std::vector<Name> scenario_names();
std::vector<Name> queue_policy_names();
std::vector<Name> queue_order_names();
std::vector<Name> preemption_policy_names();
std::vector<Name> malleability_strategy_names();
std::vector<Name> failure_policy_names();
std::vector<Name> node_choice_names();
std::vector<Name> failure_law_names();

/// A kind of things that `daruma list` lists.
struct NameKind {
  std::string plural;
  std::string what;
  std::vector<Name> (*names)();
};

const std::vector<NameKind>& name_kinds();

} // namespace daruma::cli
