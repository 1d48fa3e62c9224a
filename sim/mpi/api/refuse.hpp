// Calls that no simulated program can make.
#pragma once

#include <string_view>

namespace daruma::mpi {

/// Ends the simulation: `call` is not simulated, why, and what to use instead.
[[noreturn]] void refuse(const char* call, const char* reason);

/// Why the call of that name is not simulated, and what to use instead; null for those that are not on the list.
const char* reason_to_refuse(std::string_view call);

} // namespace daruma::mpi
