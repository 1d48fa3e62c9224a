// The ranks of a Falanx job that talk to each other, and how the job ends when it cannot go on.
#pragma once

#include "models/falanx/logic/roles.hpp"

#include <mpi.h>

#include <string_view>

namespace daruma::models::falanx {

/// Who takes part in a Falanx job, equal in all its ranks. `comm` returns errors (MPI_ERRORS_RETURN) and is never
/// shrunk: a rank keeps its number for life, and whoever waits for a dead one is told.
struct Ranks {
  MPI_Comm comm = MPI_COMM_NULL;
  Roles roles;
};

/// Prints one finished sentence that says why, and aborts the job.
[[noreturn]] void end_job(const Ranks&, std::string_view why);

} // namespace daruma::models::falanx
