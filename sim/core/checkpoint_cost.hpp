// What it takes to save or load the state of all processes of a job at once, by where copies go.
//
// Memory is copied by every process for itself; what goes to a partner crosses the node's link before, which its
// processes share; the file system is shared by all of them, and no node gets more of it than its link lets through.
#pragma once

#include "sim/core/units.hpp"
#include "sim/core/words.hpp"

namespace daruma {

enum class CheckpointPlace { local_memory, partner_memory, file_system };

inline const Choices<CheckpointPlace> checkpoint_places{{"local-memory", CheckpointPlace::local_memory},
                                                        {"partner-memory", CheckpointPlace::partner_memory},
                                                        {"file-system", CheckpointPlace::file_system}};

/// How the work between two checkpoints is found (sim/batch/checkpointed_run.hpp).
enum class PeriodRule { none, young, daly, fixed };

struct StorageRates {
  BytesPerSecond memory{1};      ///< of one process
  BytesPerSecond link{1};        ///< of a node
  BytesPerSecond file_system{1}; ///< of the machine
  Seconds file_system_latency{0};
};

/// A process's copy within its node.
Seconds memory_copy(Bytes size, const StorageRates&);

/// All `processes` at once, each with a state of that size and no more than `per_node` of them on a node.
Seconds copy_together(CheckpointPlace, Bytes size, int processes, int per_node, const StorageRates&);

} // namespace daruma
