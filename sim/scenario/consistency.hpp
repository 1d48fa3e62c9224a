// What takes two parts of a scenario to judge: jobs against the machine, events against jobs and nodes,
// expectations against jobs, everything against the horizon.
#pragma once

#include "sim/scenario/node.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>

namespace daruma::scenario {

/// Remarks on the scenario's document. `is_machine_known` is false where the machine could not be read:
/// what depends on it is then left unsaid.
void check_consistency(const Scenario&, bool is_machine_known, const std::vector<std::string>& models,
                       const Node& document);

/// Of a scenario with a centre instead of jobs: what one of its parts needs of another.
void check_centre(const Scenario&, const Node& document);
/// Of a centre on a machine that is known: whether it has the switches whose nodes fail together.
void check_switches(const Scenario&, const Node& document);
/// And the nodes that are reserved.
void check_reservations(const Scenario&, const Node& document);
/// And those of partitions, and what the power cap leaves for work.
void check_partitions(const Scenario&, const Node& document);
void check_power(const Scenario&, const Node& document);

/// Why a partition may not last so long; a sentence without its subject, empty if it may. Either side would go on
/// without the other, each of whose processes it takes for dead.
std::string objection_to_silence(const Detector&, Seconds duration);

} // namespace daruma::scenario
