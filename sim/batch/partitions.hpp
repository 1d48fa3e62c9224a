// Which of a log's jobs a centre with partitions takes, as Slurm decides when they are submitted
// (EnforcePartLimits=ALL): who asks for more than its partition allows, or names one that is not there, is refused.
//
// Nodes are counted by cores: a job gets at most the cores of so many nodes, wherever they are.
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/left_out.hpp"
#include "sim/batch/swf.hpp"
#include "sim/scenario/scenario.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::batch {

/// The place of the partition of that number in a log, or of the default one; nothing, if it is none of these.
std::optional<int> partition_of(const std::vector<scenario::CentrePartition>&, int number);

/// Why the job is refused there, as LeftOut has reasons; empty if it is taken. `nodes` are those of the partition.
std::string refusal(const scenario::CentrePartition&, int nodes, int cores, const LoggedJob&);

/// The log without those that are refused, which it says with their lines; the same one where there are none.
/// `nodes` and `cores` are of the machine.
std::shared_ptr<const JobLog> taken(std::shared_ptr<const JobLog>, const std::vector<scenario::CentrePartition>&,
                                    int nodes, int cores);

/// As the simulation knows them, in the same order.
std::vector<Partition> partitions_of(const std::vector<scenario::CentrePartition>&, int nodes, int cores);

/// Priorities by the numbers that the log has for partitions; none, if no partition has any.
std::vector<double> priorities_of(const std::vector<scenario::CentrePartition>&);

} // namespace daruma::batch
