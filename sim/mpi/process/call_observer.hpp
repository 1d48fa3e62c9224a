// Told where processes have come to in their calls of MPI, for whoever wants something to happen just there.
//
// The calls of a process are those of its program, in all its threads; collectives that are carried out beside it are
// not. Whoever is told may let the calling process die: then it does not come back.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <string_view>

namespace daruma::mpi {

class Fiber;
struct LocalCommunicator;
struct Process;

class CallObserver {
public:
  virtual ~CallObserver() = default;
  /// The calling fiber enters a call. In the context of its process, as all of these.
  virtual void entered(Fiber&, std::string_view call) = 0;
  /// It is about to give up the processor until something happens, or time passes.
  virtual void blocks(Fiber&) = 0;
  /// It takes part in a collective call with that root; negative where there is none.
  virtual void takes_part(Fiber&, const LocalCommunicator&, int root) = 0;
  /// It finalizes, and leaves so many communicators behind, and requests that could still have been completed.
  virtual void finalizes(Fiber&, int communicators, int requests) = 0;
  /// A process sends a message with so many bytes of data, in a collective call, too.
  virtual void sends(const Process&, std::size_t bytes) = 0;
  /// A process sends a message of its program's own to that one, with or without data, to whose notice it comes then.
  virtual void sends_to(const Process& from, const Process& to, Seconds comes) = 0;
  /// A process receives from whoever sends first.
  virtual void takes_any(const Process&) = 0;
};

/// One observer at a time; null for none.
void observe_calls(CallObserver* observer);

// What the library tells, where somebody observes.

void tell_entered(Fiber&, std::string_view call);
void tell_blocks(Fiber&);
void tell_takes_part(Fiber&, const LocalCommunicator&, int root);
void tell_finalizes(Fiber&, int communicators, int requests);
void tell_sends(const Process&, std::size_t bytes);
void tell_sends_to(const Process& from, const Process& to, Seconds comes);
void tell_takes_any(const Process&);

} // namespace daruma::mpi
