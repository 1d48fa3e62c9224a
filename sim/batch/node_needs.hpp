// What jobs need of nodes besides cores: memory of each processor, and GPUs.
//
// Jobs that get whole nodes get as many as their largest need takes: a node has room for as many processors as it has
// cores, and memory for; processors are not cut. On shared nodes a job holds the cores that go with its largest share
// of nodes' cores, memory or GPUs, as Slurm raises a job's processors by MaxMemPerCPU: whoever takes half of a node's
// memory holds half of its cores. So never more is given away than there is. Assumption: shares are counted over all
// nodes of a job together, so that a processor may have a part of its memory on the next node.
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/job.hpp"
#include "sim/batch/swf.hpp"
#include "sim/core/units.hpp"
#include "sim/results/records.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace daruma::batch {

/// What each node has; memory and GPUs 0: as much as anybody asks for.
struct NodeStock {
  int cores = 1;
  Bytes memory{0};
  int gpus = 0;
};

enum class Sharing { whole_nodes, shared_nodes };

/// Processors that the job holds; nothing if one processor needs more memory than a node has, or they are beyond 31
/// bits.
std::optional<int> held_processors(const LoggedJob&, const NodeStock&, Sharing);

/// The log with what each job holds, without those that no node has room for, which it says with their lines.
std::shared_ptr<const JobLog> with_needs(const JobLog&, const NodeStock&, Sharing);

/// How much of what nodes have was in use, and what of cores was held without being asked for. `jobs` has the log's in
/// its order.
void report_needs(const JobLog&, const std::vector<Job>& jobs, const History&, const NodeStock&, int nodes,
                  results::Result&);

} // namespace daruma::batch
