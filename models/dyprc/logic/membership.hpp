// Who is in the job after a change: who keeps which rank, who is a spare, who leaves, who is to be started.
//
// DyProReconf sections 5.1 to 5.3 name the styles; what they leave open is settled here. Everyone
// present stands in one row: the job's ranks in order, then the idle spares. A place in that row is a
// rank while it is below the number of ranks. Pure: the same attendance gives the same plan everywhere,
// which is how the processes come to act alike. The plan is made from the last settled row, so a
// failure in the middle of a change only means to plan again.
#pragma once

#include "sim/core/recovery_style.hpp"

#include <vector>

namespace daruma::models::dyprc {

/// How the row is divided.
struct Roster {
  int ranks = 1;
  int spares = 0;
};

/// Who is there to be given a place, in the order of their communicator: who is left of the settled row, in its order,
/// then newcomers.
struct Attendance {
  std::vector<int> lost; ///< places of the settled row whose processes are gone, ascending
  int newcomers = 0;
  bool finished = false; ///< every rank of the settled row that is there has come to the end of its program
};

/// What the change is to obey.
struct Wishes {
  static constexpr int as_it_is = 0;
  int resize_to = as_it_is; ///< ranks that an order asks for; it settles the size, whatever the style
  RecoveryStyle style = RecoveryStyle::shrink;
  bool can_spawn = true; ///< false once the MPI has refused to start processes
};

/// The decision. `rerun`, `finished` and `start` come before everything else: of the rest, only `lost` is filled in
/// with them.
struct Plan {
  static constexpr int leaves = -1;
  bool rerun = false;    ///< end the job; the host starts it again from its checkpoints
  int start = 0;         ///< processes to start first; with them present, plan again
  bool finished = false; ///< the job is done: all leave in order
  Roster roster;
  std::vector<int> place;   ///< for each who is there the new place, or `leaves`
  bool keeps_order = false; ///< everybody stays, and each one's place is its rank in the communicator
  int lost = 0;             ///< ranks of the settled row that are not there any more
};

/// At least one has to be there.
Plan plan(const Roster& settled, const Attendance&, const Wishes&);

} // namespace daruma::models::dyprc
