// Non-blocking collectives: the blocking operation, run by a fiber of its own.
//
// The fiber takes part in the operation while the program goes on; the request completes with the
// operation's outcome. It costs the process no computing time. It ends with its process.
#pragma once

#include "sim/mpi/p2p/messages.hpp"

#include <simgrid/s4u/Actor.hpp>

#include <functional>

namespace daruma::mpi {

struct Helper {
  Helper(Process& process, const LocalCommunicator& on) : fiber(process, 0, Fiber::Purpose::operation), comm(&on) {}

  Fiber fiber;
  const LocalCommunicator* comm; ///< that its operations are on
  simgrid::s4u::ActorPtr actor;
  bool done = false;
};

/// Starts `operation` for the calling process, on behalf of the call that is being made. It returns an error class;
/// what orders it among other collective calls (its CollectiveSequence) has been taken before.
Request& start_operation(LocalCommunicator& comm, std::function<int()> operation);

/// The same for one that fills in its request's status.
Request& start_operation(LocalCommunicator& comm, std::function<int(Request&)> operation);

/// A persistent request for the operation, which MPI_Start starts again and again.
Request& keep_operation(LocalCommunicator& comm, std::function<int()> operation);

/// Starts the operation of an inactive request. A process has so many fibers at most for a communicator; what it starts
/// beyond that waits for one of them, which keeps the order that all members have in common.
void start(Request& operation);

/// Ends the actors of all fibers that still run, but for the one that is spared. Kernel context.
void end_strands(const Process& process, const simgrid::s4u::Actor* spared);

} // namespace daruma::mpi
