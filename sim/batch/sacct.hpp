// Slurm's accounting as `sacct -P` prints it: a line of the columns' names and a line per job or step, values separated
// by "|" (sacct(1) of Slurm 22.05 and later). Any set of columns will do that says which job it is, when it came, how
// long it ran and on how many processors.
//
// sacct has no column for dependencies. Those of `sbatch --dependency`, and the "%" of `--array`, stand in SubmitLine,
// the command by which a job was submitted; what a script says by itself (#SBATCH) or scontrol changed later does not.
// Tasks that are pending still tell the limit of their array in their JobID, 123_[4-10%2].
//
// A step is a part of its job and passed over. Each task of an array is a job, each part of a heterogeneous job as
// well, and so is each time that a job ran that was put into the queue again (sacct -D): Slurm gives it a new time of
// submission. Whatever ended a job, it ran until then; jobs that never ran, or are not over, are left out and counted,
// and so is what comes twice, where dumps overlap.
#pragma once

#include "sim/batch/left_out.hpp"
#include "sim/core/dependency_list.hpp"
#include "sim/core/natural_order.hpp"
#include "sim/core/units.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace daruma::batch {

struct AccountedJob {
  int line = 0;      ///< of the file
  Seconds submit{0}; ///< since 1970; when it started, if that alone is known
  bool is_submission_known = true;
  std::optional<Seconds> start;
  Seconds run{0};               ///< above 0
  std::optional<Seconds> limit; ///< of its run time
  int processors = 0;           ///< 0: only its nodes are known
  int asked_processors = 0;     ///< 0: not known
  int nodes = 0;                ///< 0: not known
  Bytes memory{0};              ///< of all its nodes together; 0: not known
  int gpus = 0;
  std::string state{}; ///< "COMPLETED"; empty: not known
  std::string user{};
  std::string account{};
  std::string partition{};
  std::string qos{};
  std::string name{};
  std::string id{}; ///< "123", or "123_4" of a task of an array
  int number = 0;   ///< its own: Slurm's, unless that is none or another job has it
  DependencyList dependency{};
};

using NodeNames = std::set<std::string, NaturalOrder>;

struct Accounting {
  std::vector<AccountedJob> jobs; ///< by time of submission, those of the same time as in the file
  LeftOut left_out;
  std::map<std::string, int> by_state;       ///< of `jobs`
  NodeNames nodes;                           ///< that jobs ran on
  std::map<std::string, NodeNames> nodes_of; ///< the same, by partition
  int steps = 0;
  int array_tasks = 0;
  int parts = 0;                           ///< of heterogeneous jobs
  int again = 0;                           ///< jobs whose number came before: they were put into the queue again
  int renumbered = 0;                      ///< jobs whose number is not Slurm's
  std::map<std::string, int> array_limits; ///< tasks that run at one time, by the number of an array
  int unread_dependencies = 0;             ///< of jobs, in words that this does not know
  int eligible_later = 0;                  ///< jobs without a known dependency that were eligible after they came
  std::vector<std::string> unused;         ///< columns
};

/// Throws LogError.
Accounting read_sacct(const std::filesystem::path&);

/// An amount of Slurm's such as 4000M, 1.5G or 64, which is of megabytes, each of 1024 times 1024 bytes; nothing of any
/// other text.
std::optional<Bytes> slurm_memory(std::string_view);

/// A time of Slurm's such as 2-03:04:05, 03:04:05, 04:05 or 04:05.678; nothing of any other text.
std::optional<Seconds> slurm_duration(std::string_view);

} // namespace daruma::batch
