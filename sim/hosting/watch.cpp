#include "sim/hosting/watch.hpp"

#include "sim/hosting/debugger.hpp"
#include "sim/hosting/hosted.hpp"
#include "sim/hosting/user_program.hpp"
#include "sim/mpi/process/blocking.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <utility>
#include <x86intrin.h>

namespace daruma::hosting {

namespace {

constexpr int ticks_per_second = 4;
constexpr suseconds_t impatient = 1'000;

std::function<std::uint64_t()> progress_of_all;
std::uint64_t progress_seen = 0;
int idle_ticks = 0;

constexpr unsigned long long trap_flag = 0x100; ///< of the processor: it stops after each instruction
bool is_led_on = false;
bool can_lead = true; ///< nobody else does, such as a debugger

/// Some seconds' worth: who is in a library for longer is found there by the ticks, or not at all.
constexpr int most_steps = 1'000'000;
int steps_left = most_steps;

/// Clang's sanitizers block signals in what they put in a library's place, and faults are theirs.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool are_steps_ours = false;
#else
constexpr bool are_steps_ours = true;
#endif

void set_timer(suseconds_t interval) {
  const itimerval every{{0, interval}, {0, interval}};
  ::setitimer(ITIMER_PROF, &every, nullptr);
}

/// Whether a call of the system comes next that may block signals: of a step that nobody can be told of the simulator
/// would die.
bool is_about_to_block_signals(const void* context) {
  constexpr std::array<greg_t, 5> calls{SYS_rt_sigprocmask, SYS_rt_sigsuspend, SYS_ppoll, SYS_pselect6,
                                        SYS_epoll_pwait};
  constexpr std::array<unsigned char, 2> system_call{0x0f, 0x05};
  const greg_t number = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX];
  return std::memcmp(interrupted_at(context), system_call.data(), system_call.size()) == 0 &&
         std::find(calls.begin(), calls.end(), number) != calls.end();
}

greg_t& flags_in(void* context) { return static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL]; }

/// Who is interrupted in its own code ends here; who is in a library, when it is back in it; who is inside MPI or
/// asleep, at its next call.
void on_tick(int, siginfo_t*, void* context) {
  Hosted* const hosted = simulated_caller();
  const std::uint64_t progress = progress_of_all();
  if (std::exchange(progress_seen, progress) != progress) idle_ticks = 0;
  ++idle_ticks;
  if (!hosted || hosted->stopped_at) return;
  if (prints_too_much())
    hosted->endless = Endless::printing;
  else if (is_idle_for(hosted->options.patience))
    hosted->endless = Endless::looping;
  if (hosted->endless == Endless::nothing) return;
  if (is_in_program(interrupted_at(context))) stop_at(interrupted_at(context));
  set_timer(impatient);
  if (is_led_on) return; // this may be a step's own code
  is_led_on = can_lead && !is_about_to_block_signals(context);
  if (is_led_on) flags_in(context) |= static_cast<greg_t>(trap_flag);
}

} // namespace

bool is_idle_for(Seconds patience) { return idle_ticks >= patience.count() * ticks_per_second; }

void Watch::let_go() {
  if (std::exchange(is_led_on, false)) __writeeflags(__readeflags() & ~trap_flag);
}

void Watch::on_step(void* context) {
  if (is_led_on && is_in_program(interrupted_at(context))) stop_at(interrupted_at(context));
  if (--steps_left == 0) can_lead = false;
  if (!can_lead || is_about_to_block_signals(context)) is_led_on = false; // until the next tick
  if (!is_led_on) flags_in(context) &= ~static_cast<greg_t>(trap_flag);
}

void Watch::begin_again() {
  idle_ticks = 0;
  set_timer(1'000'000 / ticks_per_second);
}

Watch::Watch(std::function<std::uint64_t()> progress) {
  progress_of_all = std::move(progress);
  struct sigaction action {};
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  ::sigaction(SIGPROF, &action, nullptr);
  can_lead = are_steps_ours && !is_debugged();
  steps_left = most_steps;
  begin_again();
}

void Watch::end() { set_timer(0); }

Watch::~Watch() {
  end();
  ::signal(SIGPROF, SIG_IGN);
}

} // namespace daruma::hosting
