// Which node of a centre fails when, and for how long: drawn from laws, or listed.
//
// Drawn, a node that was repaired is as good as new; each node's draws depend on the seed, the replication and its
// number alone, and the first are those of ranks (sim/run/event_plan). Groups are consecutive nodes, as those of a
// cabinet or below a switch of a fat tree: with a probability all of them that are up fail with the one that does,
// beyond what fails by the law.
#pragma once

#include "sim/core/failure_law.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace daruma::batch {

struct Fault {
  Seconds time;
  int node;
  Seconds repair; ///< how long it takes; never: it stays off
};

/// The next fault, in the order of time, then as drawn; nothing once there are no more.
using Faults = std::function<std::optional<Fault>()>;

struct Groups {
  int nodes = 1;
  double together = 0; ///< probability that all fail with one
};

struct FaultLaw {
  const FailureLaw* law = &failure_law::exponential;
  double shape = 1;
  Seconds mtbf{0};                            ///< of a node
  std::optional<scenario::NodeRepair> repair; ///< none: a failed node stays off
  Groups groups;
};

Faults draw_faults(const FaultLaw&, int nodes, std::uint64_t seed, std::uint64_t replication);
/// In the order of time. A node may fail again before it is repaired.
Faults list_faults(std::vector<Fault>);
/// Repairs drawn for those listed without.
std::vector<Fault> with_repairs(std::vector<Fault>, const std::optional<scenario::NodeRepair>&, std::uint64_t seed,
                                std::uint64_t replication);

} // namespace daruma::batch
