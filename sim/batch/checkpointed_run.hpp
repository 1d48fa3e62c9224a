// A job's time on its processors that nobody else has a part in: what it recovers first, its work, and the checkpoints
// between, if these are in memory. Those on the file system take what others leave (file_system.hpp).
//
// A checkpoint follows upon every `period` of work, but none upon the last. Periods that waste least are Young's ("A
// first order approximation to the optimum checkpoint interval", 1974) and Daly's ("A higher order estimate of the
// optimum checkpoint interval for restart dumps", 2006).
#pragma once

#include "sim/core/units.hpp"

namespace daruma::batch {

/// Work between two checkpoints of that cost which wastes least, first order; assumes cost << mtbf of the job.
Seconds young_period(Seconds cost, Seconds mtbf);
/// young_period to a higher order (Daly 2006), without its assumption; from a cost of twice the mtbf on it is the mtbf.
Seconds daly_period(Seconds cost, Seconds mtbf);

struct CheckpointedRun {
  Seconds begin{0};
  Seconds pause{0};  ///< before the work goes on
  Seconds work{0};   ///< still to be done
  Seconds period{0}; ///< of work between checkpoints; 0: there are none
  Seconds save{0};   ///< what one of them takes
  Seconds before{0}; ///< work since the last checkpoint, when this begins; less than a period
};

/// The time until all work is done.
Seconds length(const CheckpointedRun&);

struct Progress {
  Seconds paused{0};
  Seconds done{0};   ///< work, whether it is saved or not
  Seconds saved{0};  ///< work of this that the last whole checkpoint has
  Seconds saving{0}; ///< spent in checkpoints, the last perhaps not whole
};

/// At a time from its begin on.
Progress progress(const CheckpointedRun&, Seconds now);

} // namespace daruma::batch
