// Runs on all cores of this computer, in processes of their own: SimGrid allows one simulation per process. Runs
// without ranks take so little time that a process makes several.
#pragma once

#include "sim/study/executor.hpp"

namespace daruma::study {

enum class RunsPerProcess { one, several };

/// At most `workers` processes at a time (0: one per core). Those that are at work when the executor goes are ended,
/// and so they are when this process is. Its finished_within throws WorkerError where no process can be started, and
/// with the message of an exception that a run threw.
MakeExecutor on_cores(int workers, RunsPerProcess, MakeRun);

} // namespace daruma::study
