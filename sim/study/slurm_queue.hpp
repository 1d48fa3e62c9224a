// What Slurm says of an array's tasks in its queue, and of the nodes that they could run on.
//
// Asked by squeue and sinfo, as anybody may; what they answer is read by pure functions. Tasks that wait say a reason,
// such as Resources, which holds for a full cluster as for one whose nodes are all drained: nodes say that themselves.
#pragma once

#include <set>
#include <string>

namespace daruma::study {

struct SlurmReply {
  bool is_good;
  std::string text; ///< of both outputs
};

/// A command of Slurm's, however long it takes.
SlurmReply order_slurm(const std::string& command);
/// A command of Slurm's, which is given up where it waits long for a controller that is away.
SlurmReply ask_slurm(const std::string& command);

struct SlurmQueue {
  int running = 0;
  int waiting = 0;
  int held = 0;                  ///< those that wait and would for ever, as they are held back
  std::set<std::string> reasons; ///< why they wait
  std::string partition;
};

SlurmReply ask_queue();
/// The state of one job array, read from the controller's answer.
SlurmQueue read_queue(const std::string& answer, const std::string& job);

SlurmReply ask_nodes(const std::string& partition);
/// That all nodes of the answer are out of service, why, and what brings them back; empty if some are not.
std::string read_outage(const std::string& answer, const std::string& partition);

} // namespace daruma::study
