// What the controller makes of the reports at a checkpoint: the load of the nodes, who moves, and the new redirect
// table.
//
// Process migration inside MPI programs (Yazawa, Hibino), section 2.2. Pure: no MPI. A process of the
// world either computes as a rank of the job or stands by; a rank moves to a process that stands by.
#pragma once

#include "models/migration/logic/policy.hpp"
#include "sim/core/rank_move.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::models::migration {

/// How the load of a node is known: from its system, or from the progress of the processes there.
enum class LoadSource { system, progress };

/// The redirect table, and the nodes of the world's processes.
struct ProcessTable {
  std::vector<int> node_of;    ///< of each process
  std::vector<int> process_of; ///< that computes as each rank of the job

  bool operator==(const ProcessTable& other) const {
    return node_of == other.node_of && process_of == other.process_of;
  }
};

/// What a process tells the controller.
struct Report {
  int others = 0; ///< that want the processors of its node
  int processors = 1;
  bool is_over = false; ///< it has nothing left to compute
  Seconds computed{0};  ///< time that this took since the last checkpoint
  Seconds remaining{0}; ///< processor time that it still needs
};

/// The job's terms, for the whole run.
struct Terms {
  int active;
  int per_node;
  const Policy* policy;
  LoadSource load;
  SwapTerms swap{};
};

/// A rank of the job goes from one process to another.
using Transfer = RankMove;

/// Numbers the nodes in the order in which their names first occur.
std::vector<int> numbered(const std::vector<std::string>& node_names);

/// Ranks go to the first processes whose nodes have room. Throws std::invalid_argument if there are not enough.
std::vector<int> first_table(const std::vector<int>& node_of, const Terms&);

/// What the policy gets to see.
Situation situation(const ProcessTable&, const std::vector<Report>& of_processes, const Terms&, Seconds cost);

/// Who moves now, by the policy and what it gets to see. Each process takes part in one transfer at most.
std::vector<Transfer> decide(const ProcessTable&, Situation seen, const Policy&);

/// The move of `rank` that somebody ordered: to where it will be fastest. Nothing if nobody stands by.
std::optional<Transfer> ordered(int rank, const ProcessTable&, const Situation&);

void carry_out(const Transfer&, ProcessTable&);

/// Whether a rank of the job has nothing left to compute: then all have, and the job is over.
bool is_over(const ProcessTable&, const std::vector<Report>& of_processes);

/// The rank that an order of the command file, "migrate RANK", names; nothing if it is none.
std::optional<int> rank_to_migrate(const std::string& order);

/// After processes have died: `number_of` each process is its new number, or `dead`. Nothing if a rank died with its
/// process: it is lost, and the job with it.
constexpr int dead = -1;
std::optional<ProcessTable> without_the_dead(const ProcessTable&, const std::vector<int>& number_of);

} // namespace daruma::models::migration
