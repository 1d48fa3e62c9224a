// Timing something that many ranks do: begun by all at one instant, ended when the last has ended.
//
// A window-based measurement (Worsch, Reussner, Augustin, On Benchmarking Collective MPI Operations,
// EuroPVM/MPI 2002): without the common instant the ranks would begin one after the other, as the last
// message reached them, and the first of them would measure that. Assumes clocks that agree.
#pragma once

#include "sim/core/units.hpp"

#include <mpi.h>

namespace daruma::models {

/// An instant `window` from now on the clock of the lowest rank, the same at all of them. The window has to be long
/// enough for all to hear of it in time.
Seconds agree_on_instant(Seconds window, MPI_Comm comm);

/// Sleeps until then; no time at all if it is past.
void wait_until(Seconds instant);

/// The latest of the ranks' times, at all of them.
Seconds latest(Seconds mine, MPI_Comm comm);

} // namespace daruma::models
