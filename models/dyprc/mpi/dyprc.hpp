// The programs of DyProReconf (section 7): the sendrecv benchmark of Fig. 4, the iteration loop of Fig. 5.
#pragma once

#include "models/port/program.hpp"

#include <mpi.h>

namespace daruma::models::dyprc {

/// Ring exchange over message lengths 1 B, 2 B, 4 B ... `largest_message`, `loops` times over; polls after
/// each length. Loop and length go on across failures and resizes. Metric per time shown on rank 0:
/// sendrecv_ms[loop=,ranks=,length=], the mean of `repetitions` exchanges, which all ranks
/// begin together `window` after rank 0 calls for it.
void dyprc_sendrecv_main();

/// `iterations` times `work` on each rank, then a reduction over all; polls after each. Metrics: iteration_ms,
/// the mean over the iterations that rank 0 completed since it had that rank, and iterations.
void dyprc_iteration_main();

/// The first and the last line of the paper's programs (Figs. 4 and 5), printed by rank 0.
void greet(const char* word, MPI_Comm world);
/// Ends the process's part in the job, which is done, or was put aside: then without having come to the program's end.
void end_job(bool is_done, MPI_Comm& world);

/// Both programs, under the names that scenarios use: "dyprc-sendrecv" and "dyprc-iterate".
const std::vector<Program>& programs();

} // namespace daruma::models::dyprc
