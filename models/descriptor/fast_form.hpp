// A program at the fast fidelity: what of a scenario is in the way, and how it runs without ranks.
#pragma once

#include "sim/core/network.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/objections.hpp"
#include "sim/scenario/scenario.hpp"

#include <string_view>

namespace daruma::models {

using scenario::Objections;

struct FastForm {
  std::string_view program;
  /// The scenario has one job, and it is of this program; it passed the program's checks.
  void (*object)(Objections&, const scenario::Scenario&);
  /// Fills in the job's row, except for its name, and the program's metrics.
  void (*run)(const scenario::Scenario&, int replication, results::JobRow&, results::Result&);
};

/// Of programs whose messages do not slow each other down: to networks and nodes where they would.
void object_to_shared_links(Objections&, const scenario::Machine&);
/// Of programs that do without nodes' ends: to all that breaks, and to whoever would ask which part it was.
void object_to_ends_of_nodes(Objections&, const scenario::Scenario&);
/// The network of a machine to which object_to_shared_links has no objection.
Network network_of(const scenario::Machine&);

} // namespace daruma::models
