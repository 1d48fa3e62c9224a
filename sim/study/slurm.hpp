// Runs as the tasks of a Slurm job array. A task writes each of its runs into a file of its own, whole or not at all;
// only the sweep that asked for them touches its database.
//
// Folder of a sweep on Slurm, which has to be visible to all nodes:
//   runs.txt     the runs of the round, a line "POINT REPLICA" each; a task makes every n-th of them
//   job          the array's number, while the round goes on: a sweep that is started again waits for it
//   rows/        what the tasks made, until it is in the database
//   task-*.txt   what they said
//
// What was killed has no row and is made again in the next round. While the controller does not answer or no task runs,
// it is waited for, and said what for: killed tasks may leave all nodes drained.
#pragma once

#include "sim/study/executor.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::study {

/// Slurm refused the job, or is not there; the message is its own.
class SlurmError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct SlurmArray {
  std::filesystem::path folder;
  std::string name;
  std::vector<std::string> command; ///< of a task
};

MakeExecutor on_slurm(SlurmArray);

/// The runs of this process, which is a task of an array. Throws SlurmError where it is none.
std::vector<RunKey> runs_of_this_task(const std::filesystem::path& folder);

/// Leaves what a task made where the sweep finds it. Throws SlurmError.
void hand_in(const std::filesystem::path& folder, const SweptRun&);

} // namespace daruma::study
