#include "sim/hosting/watch.hpp"

#include "sim/hosting/hosted.hpp"
#include "sim/hosting/user_program.hpp"
#include "sim/mpi/process/blocking.hpp"

#include <csignal>
#include <sys/time.h>
#include <utility>

namespace daruma::hosting {

namespace {

constexpr int ticks_per_second = 4;
constexpr suseconds_t impatient = 1'000;

std::function<std::uint64_t()> progress_of_all;
std::uint64_t progress_seen = 0;
int idle_ticks = 0;

void set_timer(suseconds_t interval) {
  const itimerval every{{0, interval}, {0, interval}};
  ::setitimer(ITIMER_VIRTUAL, &every, nullptr);
}

/// Who is interrupted in its own code ends here; who is inside MPI or asleep, at its next call.
void on_tick(int, siginfo_t*, void* context) {
  Hosted* const hosted = simulated_caller();
  const std::uint64_t progress = progress_of_all();
  if (std::exchange(progress_seen, progress) != progress) idle_ticks = 0;
  ++idle_ticks;
  if (!hosted) return;
  if (prints_too_much())
    hosted->endless = Endless::printing;
  else if (is_idle_for(hosted->options.patience))
    hosted->endless = Endless::looping;
  if (hosted->endless == Endless::nothing) return;
  if (is_in_program(interrupted_at(context))) stop_at(interrupted_at(context));
  set_timer(impatient); // it is in libc or in MPI most of the time: sooner or later it is found outside
}

} // namespace

bool is_idle_for(Seconds patience) { return idle_ticks >= patience.count() * ticks_per_second; }

void Watch::begin_again() {
  idle_ticks = 0;
  set_timer(1'000'000 / ticks_per_second);
}

Watch::Watch(std::function<std::uint64_t()> progress) {
  progress_of_all = std::move(progress);
  struct sigaction action {};
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  ::sigaction(SIGVTALRM, &action, nullptr);
  begin_again();
}

void Watch::end() { set_timer(0); }

Watch::~Watch() {
  end();
  ::signal(SIGVTALRM, SIG_IGN);
}

} // namespace daruma::hosting
