#include "sim/mpi/strand.hpp"

#include "sim/mpi/messages.hpp"

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

Strand::Strand(Process& process) : process_(process), bell_(sg4::Semaphore::create(0)) {}

void Strand::sleep_until_rung() {
  asleep_ = true;
  blocking([this] { bell_->acquire(); });
}

void Strand::ring() {
  if (!asleep_) return;
  asleep_ = false;
  in_kernel([this] { bell_->release(); });
}

void Strand::sleep_for(int count) {
  awaited_ = count;
  sleep_until_rung();
  awaited_ = 0;
}

void Strand::arrived() {
  if (--awaited_ <= 0) ring();
}

void Strand::sleep_until_message(const Request& looking) {
  note_waiting(looking);
  probing_ = true;
  sleep_until_rung();
  probing_ = false;
}

void Strand::message_came() {
  if (probing_) ring();
}

void Strand::note_waiting(const Request& request) {
  waiting.handle = request.handle;
  waiting.peer = request.kind == Request::Kind::operation ? Waiting::everybody : request.peer;
  waiting.tag = request.circle == Circle::application ? request.tag : MPI_ANY_TAG;
  waiting.within = request.circle == Circle::within;
}

Strand& strand() { return *sg4::Actor::self()->get_data<Strand>(); }

} // namespace daruma::mpi
