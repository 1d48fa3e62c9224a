#include "sim/mpi/process/blocking.hpp"

#include "sim/mpi/process/process.hpp"

#include <cerrno>
#include <csetjmp>
#include <cxxabi.h>

namespace daruma::mpi {

namespace {

// The layout of __cxa_eh_globals is fixed by the Itanium C++ ABI, section 2.2.2.
struct EhGlobals {
  void* caught_exceptions;
  unsigned uncaught_exceptions;
};

EhGlobals& eh_globals() { return *reinterpret_cast<EhGlobals*>(abi::__cxa_get_globals()); }

SwitchObserver* switch_observer = nullptr;

} // namespace

void observe_switches(SwitchObserver* who) { switch_observer = who; }

void note_call() {
  if (switch_observer) switch_observer->called();
}

Parked::Parked() : caught_(eh_globals().caught_exceptions), uncaught_(eh_globals().uncaught_exceptions), errno_(errno) {
  eh_globals() = {nullptr, 0};
  if (switch_observer) observed_ = switch_observer->left();
  stack_ = leave_stack();
}

// A process that is killed while parked unwinds through here: the exception that does so is
// counted in the current state and must stay counted.
Parked::~Parked() {
  resume_stack(stack_);
  if (switch_observer) switch_observer->back(observed_);
  eh_globals().caught_exceptions = caught_;
  eh_globals().uncaught_exceptions += uncaught_;
  errno = errno_;
}

bool run_abandonable(const std::function<void()>& code) {
  Fiber& caller = fiber();
  std::jmp_buf frame;
  caller.abandonable = &frame;
  const bool is_first_pass = setjmp(frame) == 0;
  if (is_first_pass)
    code();
  else
    eh_globals() = {nullptr, 0}; // exceptions that were being handled in what was given up
  caller.abandonable = nullptr;
  if (caller.vanishes) vanish();
  return is_first_pass;
}

void abandon() { std::longjmp(*fiber().abandonable, 1); }

void vanish() {
  if (switch_observer) switch_observer->gone();
  if (is_abandonable()) {
    fiber().vanishes = true;
    abandon();
  }
  const auto* fiber = simgrid::s4u::Actor::self()->get_data<Fiber>();
  if (fiber && fiber->ended_by_simgrid) // nobody would answer it any more
    simgrid::ForcefulKillException::do_throw();
  simgrid::s4u::this_actor::exit();
}

void stay_while_held_up() {
  if (auto* fiber = simgrid::s4u::Actor::self()->get_data<Fiber>()) fiber->stay_while_held_up();
}

void give_up() {
  fiber().ended_by_simgrid = true;
  if (switch_observer) switch_observer->ended();
  vanish();
}

bool is_abandonable() {
  const auto* actor = simgrid::s4u::Actor::self();
  const auto* fiber = actor ? actor->get_data<Fiber>() : nullptr;
  return fiber && fiber->abandonable;
}

} // namespace daruma::mpi
