#include "sim/mpi/process/process.hpp"

#include "sim/mpi/collective/nonblocking.hpp"
#include "sim/mpi/p2p/arrivals.hpp"
#include "sim/mpi/p2p/held_messages.hpp"
#include "sim/mpi/p2p/match_queue.hpp"
#include "sim/mpi/p2p/send_buffer.hpp"
#include "sim/mpi/process/call_observer.hpp"
#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/threads.hpp"
#include "sim/simgrid/timer.hpp"

#include <simgrid/s4u/Engine.hpp>

#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

Process::Process() : match_queue(std::make_unique<MatchQueue>()) {}
Process::~Process() = default;

void Process::learn_of(Process& dead) {
  if (!alive) return;
  const FailureHistory* const before = std::exchange(known_failures, job->histories.after(known_failures, dead));
  if (known_failures == before) return;
  ring();
  job->detector->on_learning(*this, dead);
}

void Process::hear_of(Process& dead) {
  if (lateness_of_news <= Seconds(0)) return learn_of(dead);
  simgrid_api::at(now() + lateness_of_news, [this, &dead] { learn_of(dead); });
}

void Process::ring_threads() {
  main.ring();
  if (threads)
    for (const auto& thread : threads->all()) thread->fiber.ring();
}

void Process::ring() {
  ring_threads();
  for (const auto& helper : helpers) helper->fiber.ring();
}

void Process::go_on() {
  is_held_up = false;
  main.go_on();
  if (threads)
    for (const auto& thread : threads->all()) thread->fiber.go_on();
  for (const auto& helper : helpers) helper->fiber.go_on();
}

void Process::message_came() {
  main.message_came();
  if (threads)
    for (const auto& thread : threads->all()) thread->fiber.message_came();
}

Process& self() { return fiber().process(); }

Seconds now() { return Seconds(sg4::Engine::get_clock()); }

void pass(Seconds duration) {
  if (duration <= Seconds(0)) return;
  tell_blocks(fiber());
  blocking([duration] { sg4::this_actor::sleep_for(duration.count()); });
}

void spend(const ProcessorTimes& times, std::size_t bytes) {
  if (!times.empty()) pass(processor_time(times, Bytes(static_cast<double>(bytes))));
}

void look_at_the_clock(Process& process) {
  if (process.clock_read == now()) pass(poll_cost);
  process.clock_read = now();
}

} // namespace daruma::mpi
