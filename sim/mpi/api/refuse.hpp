// Calls that no simulated program can make.
#pragma once

namespace daruma::mpi {

/// Ends the simulation: `call` is not simulated, why, and what to use instead.
[[noreturn]] void refuse(const char* call, const char* reason);

} // namespace daruma::mpi
