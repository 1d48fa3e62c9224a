// Entering SimGrid's kernel from a simulated process, safely.
//
// SimGrid runs every process on a stack of its own but on one thread, and libstdc++ keeps the
// state of exceptions in flight per thread: a process that blocks inside a catch block would mix
// up its exceptions with those of whoever runs next. Every call that may switch to another
// process therefore goes through these functions.
#pragma once

#include <cstdint>

#include <simgrid/s4u/Actor.hpp>
#include <simgrid/simix.hpp>

namespace daruma::mpi {

/// Takes this process's exception state off the thread for a scope and puts it back at its end.
class ExceptionStateParked {
public:
  ExceptionStateParked();
  ~ExceptionStateParked();
  ExceptionStateParked(const ExceptionStateParked&) = delete;
  ExceptionStateParked& operator=(const ExceptionStateParked&) = delete;

private:
  void* caught_;
  unsigned uncaught_;
};

/// Runs `call`, which may block in SimGrid (sleep, execute, acquire, ...).
template <class F> auto blocking(F&& call) {
  ExceptionStateParked parked;
  return call();
}

/// Runs `code` in SimGrid's kernel: at one instant, with no other process in between, and
/// not interruptible by the death of the caller.
template <class F> void in_kernel(F&& code) {
  if (simgrid::s4u::Actor::is_maestro()) {
    code();
    return;
  }
  ExceptionStateParked parked;
  simgrid::kernel::actor::simcall_answered(code);
}

} // namespace daruma::mpi
