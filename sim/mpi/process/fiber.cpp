#include "sim/mpi/process/fiber.hpp"

#include "sim/mpi/p2p/arrivals.hpp"
#include "sim/mpi/p2p/messages.hpp"
#include "sim/mpi/process/call_observer.hpp"
#include "sim/mpi/process/process.hpp"

#include <simgrid/kernel/Timer.hpp>

#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

void Fiber::sleep_until_rung() {
  const Seconds begin = now();
  is_rung_ = false;
  while (!is_rung_)
    if (!process_.arrivals || !process_.arrivals->receive_next()) doze();
  blocked_ += now() - begin;
}

namespace {

/// Sleeps until woken. Who is killed meanwhile takes the timer along, which is null once it is over.
void sleep_beside(simgrid::kernel::timer::Timer*& timer) {
  try {
    simgrid_api::sleep([] {});
  } catch (...) {
    if (timer) timer->remove();
    throw;
  }
}

} // namespace

bool Fiber::sleep_until(Seconds time) {
  if (time == never) {
    sleep_until_rung();
    return false;
  }
  tell_blocks(*this);
  using simgrid::kernel::timer::Timer;
  const Seconds begin = now();
  is_rung_ = false;
  Timer* timer = Timer::set(time.count(), [this, &timer] {
    timer = nullptr;
    ring();
  });
  while (!is_rung_) {
    asleep_ = simgrid_api::myself();
    blocking([&timer] { sleep_beside(timer); });
  }
  if (timer) timer->remove();
  blocked_ += now() - begin;
  return !timer;
}

void Fiber::doze() {
  tell_blocks(*this);
  asleep_ = simgrid_api::myself();
  blocking([] { simgrid_api::sleep([] {}); });
}

void Fiber::ring() {
  is_rung_ = true;
  wake();
}

void Fiber::message_arrived() { wake(); }

void Fiber::wake() {
  if (!asleep_ || !process_.alive) return; // whoever died is killed, or has been
  in_kernel([sleeper = std::exchange(asleep_, nullptr)] { simgrid_api::wake(*sleeper); });
}

void Fiber::stay_while_held_up() {
  while (process_.is_held_up && process_.alive) {
    held_up_ = simgrid_api::myself();
    simgrid_api::sleep([] {});
  }
}

void Fiber::go_on() {
  if (held_up_ && process_.alive) simgrid_api::wake(*std::exchange(held_up_, nullptr));
}

void Fiber::sleep_for(int count) {
  awaited_ = count;
  sleep_until_rung();
  awaited_ = 0;
}

void Fiber::arrived() {
  if (--awaited_ <= 0) ring();
}

void Fiber::sleep_until_message(const Request& looking) {
  note_waiting(looking);
  probing_ = true;
  sleep_until_rung();
  probing_ = false;
}

void Fiber::message_came() {
  if (probing_) ring();
}

void Fiber::note_waiting(const Request& request) {
  waiting.handle = request.handle;
  waiting.peer = request.kind == Request::Kind::operation ? Waiting::everybody : request.peer;
  waiting.tag = request.context_kind == ContextKind::application ? request.tag : MPI_ANY_TAG;
  waiting.within = request.context_kind == ContextKind::within;
}

Fiber& fiber() { return *sg4::Actor::self()->get_data<Fiber>(); }

} // namespace daruma::mpi
