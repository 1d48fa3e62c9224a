#include "sim/mpi/process.hpp"

#include "sim/mpi/communicator.hpp"
#include "sim/mpi/messages.hpp"

#include <simgrid/s4u/Engine.hpp>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

Process::Process() : inbox(std::make_unique<Inbox>()), bell_(sg4::Semaphore::create(0)) {}
Process::~Process() = default;

void Process::learn_of(const Process& dead) {
  if (!alive || !known_failed_set.insert(&dead).second) return;
  known_failed.push_back(&dead);
  ring();
}

void Process::sleep_until_rung() {
  asleep_ = true;
  blocking([this] { bell_->acquire(); });
}

void Process::ring() {
  if (!asleep_) return;
  asleep_ = false;
  in_kernel([this] { bell_->release(); });
}

void Process::arrived() {
  if (--awaited <= 0) ring();
}

void Process::sleep_until_message(const Request& looking) {
  note_waiting(looking);
  probing_ = true;
  sleep_until_rung();
  probing_ = false;
}

void Process::message_came() {
  if (probing_) ring();
}

void Process::note_waiting(const Request& request) {
  waiting.handle = request.handle;
  waiting.peer = request.peer;
  waiting.tag = request.collective ? MPI_ANY_TAG : request.tag;
}

Process& self() { return *sg4::Actor::self()->get_data<Process>(); }

Seconds now() { return Seconds(sg4::Engine::get_clock()); }

void pass(Seconds duration) {
  if (duration > Seconds(0)) blocking([duration] { sg4::this_actor::sleep_for(duration.count()); });
}

} // namespace daruma::mpi
