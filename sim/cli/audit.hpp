// What of MPI and of the system a program calls, and what becomes of each call in simulation.
#pragma once

#include "sim/cli/compiler.hpp"

namespace daruma::cli {

/// Of the sources (compiled as `daruma cc` compiles them), objects, libraries and programs among the words. Gives the
/// exit status: bad input if one of the calls cannot be made.
int audit(const CompilerWords&, Language);

} // namespace daruma::cli
