// A log of failures as a table: a line per failure, under a line of names, with the columns node, down and up and
// perhaps others, such as cause, in any order; lines that begin with # say nothing.
//
// Nodes are numbers from 0, or names: the machine's, if it has names, or else numbered in their natural order (n2
// before n10). A node of which it is not said when it was up again stays off.
//
// What Slurm tells of its nodes, `sacctmgr -P show event`, is such a table, too, with the columns NodeName, TimeStart,
// TimeEnd and State: what was down is a failure; what was only drained, in maintenance or powered down to save energy,
// and what is said of the whole cluster, is none, and is left out and counted.
#pragma once

#include "sim/batch/failure_log.hpp"

#include <filesystem>

namespace daruma::batch {

/// As the log of so many nodes, or of those that it names if that is 0; of the machine's, where it calls them by these
/// names. Throws LogError.
FailureLog read_failure_table(const std::filesystem::path&, int nodes, const std::vector<std::string>& names);

} // namespace daruma::batch
