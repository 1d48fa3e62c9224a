// A machine's log of failures, and how another machine lives through them again.
//
// A node is out from the time at which it went down until it was up again, by the log. Where the machine has more nodes
// than the log, the log is laid on them again and again. Each of k such copies begins elsewhere in it, the i-th by i/k
// of its length later: nodes that stand for the same node of the log do not fail together.
#pragma once

#include "sim/batch/faults.hpp"
#include "sim/batch/left_out.hpp"
#include "sim/batch/log_reader.hpp"

#include <string>
#include <vector>

namespace daruma::batch {

struct FailureLog {
  std::vector<Fault> faults; ///< in the order of time, from the system's first
  int nodes = 0;             ///< of the system
  Seconds span{0};           ///< from its first failure to its last
  LeftOut left_out{};        ///< what is no failure
};

/// Of a system of LANL's (lanl_failures.hpp), or of a table (failure_table.hpp) that may call nodes by these names.
/// Throws LogError.
FailureLog read_failure_log(const scenario::FailureLog&, const std::vector<std::string>& names = {});

/// Faults in any order, each at its time by any clock, as the log of so many nodes; there is at least one.
FailureLog log_of(std::vector<Fault>, int nodes);

/// How often a machine that runs for so long has begun the log anew.
int rounds_of(const FailureLog&, Seconds run);

/// Its failures from a time on, as those of a machine of so many nodes. After its end the log begins anew. It outlives
/// them.
Faults replay_faults(const FailureLog&, int nodes, Seconds from);

} // namespace daruma::batch
