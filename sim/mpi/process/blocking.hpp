// Entering SimGrid's kernel from a simulated process, safely.
//
// SimGrid runs every process on a stack of its own but on one thread. What the language's runtime
// keeps per thread - exceptions in flight, errno, what to clean up - would get mixed up between processes; it is put
// aside whenever a process gives up the processor. Every call that may switch to another process
// therefore goes through these functions. A process that is killed while it is switched out ends by
// an exception of SimGrid's, or, inside run_abandonable, without one.
#pragma once

#include "sim/mpi/process/stack.hpp"

#include <simgrid/Exception.hpp>

#include <functional>

namespace daruma::mpi {

/// Told when processes call MPI, give up the processor and get it back, in the context of the process.
class SwitchObserver {
public:
  virtual ~SwitchObserver() = default;
  /// The process enters an MPI call; may let simulated time pass.
  virtual void called() = 0;
  /// The process gives up the processor; what is returned comes back with it.
  virtual void* left() = 0;
  virtual void back(void* what_left_returned) = 0;
  /// The process was ended from outside, and its frames are about to be given up.
  virtual void ended() = 0;
  /// The process gives up the processor for good.
  virtual void gone() = 0;
};

/// One observer at a time; null for none.
void observe_switches(SwitchObserver* observer);

/// Tells the observer of a call.
void note_call();

/// Takes what the thread keeps for this process off it for a scope, and puts it back at its end.
class Parked {
public:
  Parked();
  ~Parked();
  Parked(const Parked&) = delete;
  Parked& operator=(const Parked&) = delete;

private:
  void* caught_;
  unsigned uncaught_;
  int errno_;
  void* cleanups_;
  Stack* stack_ = nullptr;
  void* observed_ = nullptr;
};

/// Runs code of which nothing is known (`code` in the calling fiber) so that its frames can be given up: where the
/// process dies or calls abandon() meanwhile, no destructor and no catch block in them runs, as after SIGKILL.
/// Returns only if the process lives on: true if the code came to its end, false after abandon().
bool run_abandonable(const std::function<void()>& code);

/// Gives up the frames up to the calling fiber's run_abandonable. Also from a signal handler. Where the code has
/// written beyond its own frames, there is nothing to go back to: that is a crash (core/crash.hpp).
[[noreturn]] void abandon();

/// Whether the code that the calling fiber runs abandonably has written beyond its own frames, or these are not there
/// any more. For handlers of signals.
bool is_stack_destroyed();

/// Ends the calling fiber's actor, giving up frames where that was asked for.
[[noreturn]] void vanish();

/// Whether the calling fiber is inside run_abandonable.
bool is_abandonable();

/// The end, inside run_abandonable, of a process that SimGrid ends.
[[noreturn]] void give_up();

/// Where the node of the calling process does not answer, the process comes no further until it does.
void stay_while_held_up();

/// Runs `call`, which may block in SimGrid (sleep, execute, acquire, ...).
template <class F> void blocking(F&& call) {
  try {
    const Parked parked;
    call();
    stay_while_held_up();
    return;
  } catch (const simgrid::ForcefulKillException&) {
    if (!is_abandonable()) throw;
  }
  give_up();
}

/// Runs `code` in SimGrid's kernel: at one instant, with no other process in between, and
/// not interruptible by the death of the caller.
void in_kernel(const std::function<void()>& code);

} // namespace daruma::mpi
