#include "sim/mpi/process.hpp"

#include "sim/mpi/communicator.hpp"
#include "sim/mpi/helpers.hpp"
#include "sim/mpi/inbox.hpp"
#include "sim/mpi/send_buffer.hpp"

#include <simgrid/s4u/Engine.hpp>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

Process::Process() : inbox(std::make_unique<Inbox>()) {}
Process::~Process() = default;

void Process::learn_of(const Process& dead) {
  if (!alive || !known_failed_set.insert(&dead).second) return;
  known_failed.push_back(&dead);
  ring();
}

void Process::ring() {
  main.ring();
  for (const auto& helper : helpers) helper->strand.ring();
}

Process& self() { return strand().process(); }

Seconds now() { return Seconds(sg4::Engine::get_clock()); }

void pass(Seconds duration) {
  if (duration > Seconds(0)) blocking([duration] { sg4::this_actor::sleep_for(duration.count()); });
}

} // namespace daruma::mpi
