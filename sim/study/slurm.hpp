// Runs of a sweep as the tasks of a Slurm job array (slurm_tasks.hpp): a line of work is a run, "POINT REPLICA", and so
// is a piece.
#pragma once

#include "sim/study/executor.hpp"
#include "sim/study/slurm_tasks.hpp"

#include <filesystem>
#include <vector>

namespace daruma::study {

MakeExecutor on_slurm(SlurmArray);

/// The runs of this process, which is a task of an array. Throws SlurmError where it is none.
std::vector<RunKey> runs_of_this_task(const std::filesystem::path& folder);

/// Leaves what a task made where the sweep finds it. Throws SlurmError.
void hand_in(const std::filesystem::path& folder, const SweptRun&);

} // namespace daruma::study
