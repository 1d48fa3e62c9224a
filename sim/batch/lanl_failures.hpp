// The log of failures that Los Alamos National Laboratory published of its machines (LA-UR-05-7318, 1996 to 2005;
// Schroeder and Gibson, "A large-scale study of failures in high-performance computing systems", 2006): a line of 26
// values, separated by commas, per failure, under a line of their names; lines that begin with # say nothing.
//
// A node is out for the down time that the log says, from the time at which the problem started.
#pragma once

#include "sim/batch/failure_log.hpp"

#include <filesystem>

namespace daruma::batch {

/// The failures of the system of that number. Throws LogError.
FailureLog read_lanl_failures(const std::filesystem::path&, int system);

} // namespace daruma::batch
