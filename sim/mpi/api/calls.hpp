// What becomes of a call of MPI by its name, for whoever asks before a program runs.
#pragma once

#include <string>
#include <string_view>

namespace daruma::mpi {

enum class Standing {
  ours,     ///< simulated here
  simgrids, ///< answered by SimGrid, which takes no simulated time
  refused,  ///< ends the simulation, with a reason
  unknown   ///< nobody has it: a program that calls it cannot be linked
};

struct CallStanding {
  Standing standing;
  std::string reason; ///< of a refusal, and what to use instead
};

/// With the profiling interface's P before the name or without.
CallStanding standing_of(std::string_view call);

/// The call that a program in Fortran makes by this symbol: "MPI_Send" for mpi_send_ and MPI_Send_f08ts; empty for
/// others.
std::string call_of_fortran(std::string_view symbol);

} // namespace daruma::mpi
