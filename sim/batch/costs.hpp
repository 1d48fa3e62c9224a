// What failures, checkpoints and changes of size cost the jobs of a centre, by their size: the costs of an MPI runtime
// and of a checkpoint store, as jobs with ranks have them.
//
// All jobs have a state of the same size on each processor.
#pragma once

#include "sim/core/checkpoint_cost.hpp"
#include "sim/core/reconfiguration.hpp"
#include "sim/core/runtime_profile.hpp"

namespace daruma::batch {

struct Costs {
  RuntimeProfile runtime;
  Bytes state{0}; ///< of a processor
  CheckpointPlace to = CheckpointPlace::file_system;
  StorageRates rates;
  PeriodRule rule = PeriodRule::none;
  Seconds period{0};    ///< fixed
  Seconds node_mtbf{0}; ///< for Young and Daly: a job's is that of its nodes together
  int cores = 1;        ///< of a node
  Reconfiguration reconfiguration = Reconfiguration::priced;
};

/// Copies in memory are lost with the job's place on its nodes.
inline bool outlives_job(CheckpointPlace place) { return place == CheckpointPlace::file_system; }

/// Whether who saves or loads gets in the way of others; who has no state only waits for the file system's latency.
inline bool is_shared(const Costs& costs) { return outlives_job(costs.to) && costs.state > Bytes(0); }

/// The time to save the state of a job on so many processors, if it is alone; to load it takes as long.
Seconds save_time(const Costs&, int processors);
/// Work between its checkpoints; 0: none are written.
Seconds checkpoint_period(const Costs&, int processors, int nodes);
/// The time that a job takes to go on after a failure without being started anew.
Seconds recovery_time(const Costs&, int processors, int nodes);
/// The time to go on with more or fewer processors by order: the runtime's part, and moving the state of those that
/// differ. Nothing, where that is free.
Seconds resize_time(const Costs&, int from, int to);

} // namespace daruma::batch
