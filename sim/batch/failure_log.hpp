// The log of failures that Los Alamos National Laboratory published of its machines (LA-UR-05-7318, 1996 to 2005;
// Schroeder and Gibson, "A large-scale study of failures in high-performance computing systems", 2006): a line of 26
// values, separated by commas, per failure, under a line of their names; lines that begin with # say nothing.
//
// A node is out for the down time that the log says, from the time at which the problem started.
#pragma once

#include "sim/batch/faults.hpp"
#include "sim/batch/log_reader.hpp"

#include <filesystem>

namespace daruma::batch {

struct FailureLog {
  std::vector<Fault> faults; ///< in the order of time, from the system's first
  int nodes = 0;             ///< of the system
  Seconds span{0};           ///< from its first failure to its last
};

/// The failures of the system of that number. Throws LogError.
FailureLog read_failure_log(const std::filesystem::path&, int system);

/// Its failures from a time on, as those of a machine of so many nodes: each has those of the log's node of its number,
/// and again from the log's first node on where there are more. After its end the log begins anew. It outlives them.
Faults replay_faults(const FailureLog&, int nodes, Seconds from);

} // namespace daruma::batch
