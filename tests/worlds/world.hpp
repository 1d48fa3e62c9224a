// One MPI program under one of two libraries: sim/mpi or plain SMPI.
//
// A program that links sim_mpi_world.cpp gets the first, plain_smpi_world.cpp the second; the rest of
// its sources is the same, so that times and costs of the two can be held against each other.
#pragma once

#include "sim/scenario/scenario.hpp"

#include DARUMA_WORLD_HEADER // that library's: each has handles of its own

#include <functional>

namespace daruma::worlds {

/// From this size on both libraries send only when the receive is there.
constexpr int eager_limit = 64 * 1024;

/// Simulates `program`, which is everything between and including MPI_Init and MPI_Finalize, with one process on
/// each node of the machine. Once per process.
void perform(const scenario::Machine&, const std::function<void()>& program);

} // namespace daruma::worlds
