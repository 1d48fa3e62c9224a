#include "sim/hosting/system_calls.hpp"

#include "sim/hosting/hosted.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/mpi/process/runtime.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <cxxabi.h>
#include <sys/time.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

constexpr time_t epoch = 946684800; // 2000-01-01 in seconds since 1970
constexpr Seconds look{1e-6};       // what a look at the clock takes that sees no time pass otherwise
constexpr pid_t first_pid = 10000;

/// Simulated time as a program sees it.
Seconds look_at_clock() {
  charge_computation();
  Hosted& hosted = *current();
  if (hosted.clock_read == hosted.port.now()) hosted.port.sleep(look);
  return hosted.clock_read = hosted.port.now();
}

void let_pass(Seconds duration) {
  charge_computation();
  current()->port.sleep(duration);
}

/// When a clock showed zero, in simulated time.
time_t zero_of(clockid_t clock) {
  const bool counts_days = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  return counts_days ? -epoch : 0;
}

timespec read(clockid_t clock) {
  const std::int64_t nanoseconds = std::llround(look_at_clock().count() * 1e9);
  return {static_cast<time_t>(nanoseconds / 1'000'000'000) - zero_of(clock), nanoseconds % 1'000'000'000};
}

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

Seconds to_seconds(const timespec& time) {
  return Seconds(static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

bool is_valid(const timespec* time) {
  return time && time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1'000'000'000;
}

int fail(int error) {
  errno = error;
  return -1;
}

/// What a simulated process cannot do is said in its output, and fails.
int refuse(const char* function) {
  current()->port.print(std::string("daruma: ") + function + " is not simulated; it fails");
  return fail(ENOSYS);
}

int set_action(int signal, const SignalAction* wanted, SignalAction* before) {
  if (signal < 1 || signal >= NSIG || (wanted && (signal == SIGKILL || signal == SIGSTOP))) return fail(EINVAL);
  auto& actions = current()->actions;
  const auto found = actions.find(signal);
  if (before) *before = found == actions.end() ? SignalAction{} : found->second;
  if (wanted) actions[signal] = *wanted;
  return 0;
}

int raise_here(int signal) {
  if (signal < 0 || signal >= NSIG) return fail(EINVAL);
  if (signal != 0) deliver(signal, innermost_place());
  return 0;
}

/// Processes of one job know each other by pid. What a signal's handler in another process would do is not simulated.
int signal_other(int number, int signal) {
  if (number < 0 || !mpi::is_alive(number)) return fail(ESRCH);
  if (signal == 0) return 0;
  if (signal != SIGKILL && signal != SIGTERM && signal != SIGINT && signal != SIGQUIT && signal != SIGHUP)
    return fail(EPERM);
  mpi::kill(number, "SIG" + std::string(::sigabbrev_np(signal)) + " from process " +
                        std::to_string(current()->port.process_id()));
  return 0;
}

} // namespace

const std::vector<std::string>& wrapped_symbols() {
  static const std::vector<std::string> all{
#define INSTEAD_OF(symbol, function) #symbol,
#include "sim/hosting/system_calls.def"
#undef INSTEAD_OF
  };
  return all;
}

std::string fate_of(std::string_view function) {
  const auto of_stand_in = [](std::string_view stand_in) {
    return stand_in.find("refused_") == std::string_view::npos
               ? "simulated"
               : "refused: says so in the process's output, and fails with ENOSYS";
  };
#define INSTEAD_OF(symbol, stand_in)                                                                                   \
  if (function == #symbol) return of_stand_in(#stand_in);
#include "sim/hosting/system_calls.def"
#undef INSTEAD_OF
  constexpr const char* files = "done on this computer's files, and takes no simulated time";
  constexpr const char* memory = "done in the simulator's memory, and takes no simulated time";
  constexpr const char* process_state = "what it keeps is shared by all processes of the simulation";
  constexpr const char* own_state = "what it keeps is each process's own";
  constexpr const char* execution = "not simulated: it would act on the simulator itself";
  constexpr const char* threads = "threads run in this computer's time and must not call MPI";
  constexpr const char* real_time = "not simulated: it waits for, or tells, this computer's time";
  constexpr const char* network = "not simulated: it goes to this computer's network";
  constexpr const char* identity = "answers for this computer and for the simulator's process";
#define LEFT(symbol, fate)                                                                                             \
  if (function == #symbol) return fate;
#include "sim/hosting/left_to_system.def"
#undef LEFT
  return {};
}

} // namespace daruma::hosting

extern "C" {

using namespace daruma;          // NOLINT(google-build-using-namespace): definitions only
using namespace daruma::hosting; // NOLINT(google-build-using-namespace)

// The names that ld gives the calls are reserved ones; asm labels spare the functions such names.
#define INSTEAD_OF(symbol, function) function asm("__wrap_" #symbol);
#include "sim/hosting/system_calls.def"
#undef INSTEAD_OF

void daruma_compute(double flops);

unsigned simulated_sleep(unsigned seconds) {
  let_pass(Seconds(seconds));
  return 0;
}

int simulated_usleep(useconds_t microseconds) {
  let_pass(Seconds(1e-6 * microseconds));
  return 0;
}

int simulated_nanosleep(const timespec* duration, timespec*) {
  if (!is_valid(duration)) return fail(EINVAL);
  let_pass(to_seconds(*duration));
  return 0;
}

int simulated_clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec*) {
  if (!is_valid(time)) return EINVAL;
  timespec until = *time;
  until.tv_sec += zero_of(clock);
  const Seconds duration = flags & TIMER_ABSTIME ? to_seconds(until) - current()->port.now() : to_seconds(*time);
  let_pass(std::max(Seconds(0), duration));
  return 0;
}

time_t simulated_time(time_t* result) {
  const time_t now = read(CLOCK_REALTIME).tv_sec;
  if (result) *result = now;
  return now;
}

int simulated_gettimeofday(timeval* time, void*) {
  const timespec now = read(CLOCK_REALTIME);
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

int simulated_clock_gettime(clockid_t clock, timespec* time) {
  *time = read(clock);
  return 0;
}

clock_t simulated_clock() { return static_cast<clock_t>(look_at_clock().count() * CLOCKS_PER_SEC); }

void simulated_exit(int status) { end(status, ExitHandlers::run); }
void simulated_underscore_exit(int status) { end(status, ExitHandlers::skipped); }
void simulated_underscore_capital_exit(int status) { end(status, ExitHandlers::skipped); }
void simulated_quick_exit(int status) { end(status, ExitHandlers::skipped); }

/// atexit ends up here, too.
int simulated_cxa_atexit(void (*function)(void*), void* argument, void*) {
  current()->exit_handlers.emplace_back([function, argument] { function(argument); });
  return 0;
}

/// A thread that the program started ends by itself, and sees to its own.
int simulated_cxa_thread_atexit(void (*function)(void*), void* argument, void* library) {
  if (is_programs_own_thread()) return abi::__cxa_thread_atexit(function, argument, library);
  current()->thread_exit_handlers.emplace_back([function, argument] { function(argument); });
  return 0;
}

void simulated_abort() { on_abort(); }

int simulated_raise(int signal) { return raise_here(signal); }

int simulated_kill(pid_t process, int signal) {
  const int number = process - first_pid;
  if (number == current()->port.process_id()) return raise_here(signal);
  return signal_other(number, signal);
}

sighandler_t simulated_signal(int signal, sighandler_t handler) {
  SignalAction wanted{};
  SignalAction before{};
  wanted.sa_handler = handler;
  return set_action(signal, &wanted, &before) == 0 ? before.sa_handler : SIG_ERR;
}

int simulated_sigaction(int signal, const SignalAction* wanted, SignalAction* before) {
  return set_action(signal, wanted, before);
}

pid_t simulated_getpid() { return first_pid + current()->port.process_id(); }

int simulated_gethostname(char* name, std::size_t size) {
  const std::string node = mpi::node_name();
  if (node.size() + 1 > size) return fail(ENAMETOOLONG);
  std::memcpy(name, node.c_str(), node.size() + 1);
  return 0;
}

pid_t refused_fork() { return refuse("fork"); }
pid_t refused_vfork() { return refuse("vfork"); }
int refused_system(const char* command) { return command ? refuse("system") : 0; }

FILE* refused_popen(const char*, const char*) {
  refuse("popen");
  return nullptr;
}

unsigned refused_alarm(unsigned) {
  refuse("alarm");
  return 0;
}

std::int64_t simulated_system_clock_now() { return nanoseconds(read(CLOCK_REALTIME)); }
std::int64_t simulated_steady_clock_now() { return nanoseconds(read(CLOCK_MONOTONIC)); }

void daruma_compute(double flops) {
  if (flops > 0) current()->port.compute(Flops(flops));
}
}
