#include "sim/mpi/process/call_observer.hpp"

#include "sim/mpi/process/fiber.hpp"

namespace daruma::mpi {

namespace {

CallObserver* observer = nullptr;

} // namespace

void observe_calls(CallObserver* who) { observer = who; }

void tell_entered(Fiber& caller, std::string_view call) {
  if (observer && caller.runs_program()) observer->entered(caller, call);
}

void tell_blocks(Fiber& caller) {
  if (observer && caller.runs_program()) observer->blocks(caller);
}

void tell_takes_part(Fiber& caller, const LocalCommunicator& comm, int root) {
  if (observer && caller.runs_program()) observer->takes_part(caller, comm, root);
}

void tell_finalizes(Fiber& caller, int communicators, int requests) {
  if (observer) observer->finalizes(caller, communicators, requests);
}

void tell_sends(const Process& sender, std::size_t bytes) {
  if (observer) observer->sends(sender, bytes);
}

void tell_sends_to(const Process& from, const Process& to, Seconds comes) {
  if (observer) observer->sends_to(from, to, comes);
}

void tell_takes_any(const Process& receiver) {
  if (observer) observer->takes_any(receiver);
}

} // namespace daruma::mpi
