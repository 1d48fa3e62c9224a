// The parts of which calls() is made, and what they have in common.
#pragma once

#include "tests/sim/mpi/calls.hpp"

#include <functional>
#include <mpi.h>
#include <vector>

namespace daruma::mpi::test {

std::vector<NamedCall> message_calls();
std::vector<NamedCall> collective_calls();
std::vector<NamedCall> communicator_calls();
std::vector<NamedCall> window_calls();
std::vector<NamedCall> file_calls();

constexpr int count = 10000; // elements: large enough for the rendezvous protocol, and to be on the way for a while

using Doubles = std::vector<double>;

/// So many blocks of `count` ones.
Doubles filled(int blocks = 1);

/// A non-blocking call until its end.
int started(const std::function<int(MPI_Request*)>& start);
/// A persistent call, started once.
int started_once(const std::function<int(MPI_Request*)>& init);
/// Polls cost the computer more than all other calls together.
constexpr double between_looks = 1e-4; // s

/// A call that looks whether something has happened, until it has: `look` sets the flag.
int polled(const std::function<int(int* flag)>& look);

/// The error of a call that leaves it in the statuses, of a request that is over.
int unwrap(int error, const MPI_Status* statuses, int n);

} // namespace daruma::mpi::test
