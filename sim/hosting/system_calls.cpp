#include "sim/hosting/system_calls.hpp"

#include "sim/hosting/hosted.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/mpi/process/threads.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <cxxabi.h>
#include <iterator>
#include <netdb.h>
#include <simgrid/s4u/Host.hpp>
#include <sys/time.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

constexpr time_t epoch = 946684800; // 2000-01-01 in seconds since 1970
constexpr Seconds look{1e-6};       // what a look at the clock takes that sees no time pass otherwise

std::uint64_t random_bits(Hosted& hosted) {
  if (!hosted.random_device)
    hosted.random_device.emplace(hosted.port.seed(), static_cast<std::uint64_t>(hosted.process), "random_device");
  return hosted.random_device->bits();
}

void fill_with_random(void* room, std::size_t size) {
  auto* const bytes = static_cast<unsigned char*>(room);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(random_bits(caller()) >> 56U);
}

timespec to_timespec(Seconds duration) {
  const std::int64_t nanoseconds = std::llround(duration.count() * 1e9);
  return {static_cast<time_t>(nanoseconds / 1'000'000'000), nanoseconds % 1'000'000'000};
}

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

/// Sockets of all nodes are this computer's.
const char* where_sockets_are(const char* name) {
  return name && simgrid::s4u::Host::by_name_or_null(name) ? "127.0.0.1" : name;
}

} // namespace

const char* called_name(const char* function) {
  const char* const behind = std::strchr(function, '_');
  return behind ? behind + 1 : function;
}

Hosted& caller(const char* function) {
  if (is_programs_own_thread()) {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), "%s, which is not simulated there", called_name(function));
    crash_in_thread(text.data());
  }
  return *current();
}

Seconds look_at_clock(const char* function) {
  Hosted& hosted = caller(function);
  charge_computation();
  const mpi::OutsideMpi outside;
  if (hosted.clock_read == hosted.port.now()) hosted.port.sleep(look);
  return hosted.clock_read = hosted.port.now();
}

/// Alone a thread can only be woken by time.
Seconds let_pass(Seconds duration, const char* function) {
  Hosted& hosted = caller(function);
  charge_computation();
  if (hosted.threads.empty() && duration != never) {
    const mpi::OutsideMpi outside;
    hosted.port.sleep(duration);
    return Seconds(0);
  }
  const Seconds end = hosted.port.now() + duration;
  const Woken how = wait_at(&this_thread().waits_at, called_name(function), end);
  return how == Woken::late ? Seconds(0) : std::max(Seconds(0), end - hosted.port.now());
}

void wait_for_a_signal(const char* function) {
  caller(function);
  wait_at(&this_thread().waits_at, called_name(function));
}

time_t zero_of(clockid_t clock) {
  const bool counts_days = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  return counts_days ? -epoch : 0;
}

Seconds when_shown(const timespec& time, clockid_t clock) {
  timespec until = time;
  until.tv_sec += zero_of(clock);
  return to_seconds(until);
}

timespec read(clockid_t clock, const char* function) {
  timespec time = to_timespec(look_at_clock(function));
  time.tv_sec -= zero_of(clock);
  return time;
}

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

int refuse(const char* function) {
  caller().complain(std::string("daruma: ") + function + " is not simulated; it fails");
  return fail(ENOSYS);
}

void end_with(const char* function) {
  Hosted& hosted = caller(function);
  hosted.complain(std::string("daruma: ") + function + " is not simulated");
  hosted.death = std::string("called ") + function + ", which is not simulated";
  mpi::abandon();
}

const std::vector<std::string>& wrapped_symbols() {
  static const std::vector<std::string> all{
#define INSTEAD_OF(symbol, function) #symbol,
#include "sim/hosting/system_calls.def"
#undef INSTEAD_OF
  };
  return all;
}

/// What becomes of calls; the lists go by these names.
namespace fates {

struct Fate {
  std::string_view function;
  std::string_view text;
};

constexpr std::string_view fate_by(std::string_view stand_in) {
  if (stand_in.find("ended_") != std::string_view::npos)
    return "not simulated: says so on the process's standard error, and ends it";
  return stand_in.find("refused_") == std::string_view::npos
             ? "simulated"
             : "refused: says so on the process's standard error, and fails with ENOSYS";
}

constexpr std::string_view files = "done on this computer's files; data take the time of the machine's file system";
constexpr std::string_view names = "done on this computer's files, and takes no simulated time";
constexpr std::string_view requests =
    "done on this computer's files; takes the time of a request to the machine's file system";
constexpr std::string_view mapped = "of a file: read when it is mapped, written by msync and munmap; else in no time";
constexpr std::string_view memory = "done in the simulator's memory, and takes no simulated time";
constexpr std::string_view own_state = "what it keeps is each process's own";
constexpr std::string_view shared = "what it loads is shared by all processes, with its globals";
constexpr std::string_view real_time = "not simulated: it waits for, or tells, this computer's time";
constexpr std::string_view network = "not simulated: it goes to this computer's network";
constexpr std::string_view simulators = "changes it for the simulator, and so for all processes";
constexpr std::string_view identity = "answers for this computer and for the simulator's process";

constexpr Fate all[]{
#define LEFT(symbol, fate) {#symbol, fate},
#include "sim/hosting/left_to_system.def"
#undef LEFT
#define INSTEAD_OF(symbol, stand_in) {#symbol, fate_by(#stand_in)},
#include "sim/hosting/system_calls.def"
#undef INSTEAD_OF
};

} // namespace fates

std::string fate_of(std::string_view function) {
  const auto* const found = std::find_if(std::begin(fates::all), std::end(fates::all),
                                         [=](const fates::Fate& one) { return one.function == function; });
  return found == std::end(fates::all) ? std::string() : std::string(found->text);
}

} // namespace daruma::hosting

extern "C" {

unsigned simulated_sleep(unsigned seconds) {
  return static_cast<unsigned>(std::ceil(let_pass(Seconds(seconds)).count()));
}

int simulated_usleep(useconds_t microseconds) {
  return let_pass(Seconds(1e-6 * microseconds)) > Seconds(0) ? fail(EINTR) : 0;
}

int simulated_nanosleep(const timespec* duration, timespec* rest) {
  if (!is_valid(duration)) return fail(EINVAL);
  const Seconds left = let_pass(to_seconds(*duration));
  if (left > Seconds(0) && rest) *rest = to_timespec(left);
  return left > Seconds(0) ? fail(EINTR) : 0;
}

int simulated_clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  if (!is_valid(time)) return EINVAL;
  const bool is_absolute = (flags & TIMER_ABSTIME) != 0;
  const Seconds duration = is_absolute ? when_shown(*time, clock) - caller().port.now() : to_seconds(*time);
  const Seconds left = let_pass(std::max(Seconds(0), duration));
  if (left > Seconds(0) && rest && !is_absolute) *rest = to_timespec(left);
  return left > Seconds(0) ? EINTR : 0;
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

void simulated_exit(int status) {
  caller();
  end(status, ExitHandlers::run);
}
void simulated_underscore_exit(int status) {
  caller();
  end(status, ExitHandlers::skipped);
}
void simulated_underscore_capital_exit(int status) {
  caller();
  end(status, ExitHandlers::skipped);
}
void simulated_quick_exit(int status) {
  caller();
  end(status, ExitHandlers::skipped);
}

/// atexit ends up here, too.
int simulated_cxa_atexit(void (*function)(void*), void* argument, void*) {
  caller().exit_handlers.emplace_back([function, argument] { function(argument); });
  return 0;
}

/// A thread of this computer's ends by itself, and sees to its own.
int simulated_cxa_thread_atexit(void (*function)(void*), void* argument, void* library) {
  if (is_programs_own_thread()) return abi::__cxa_thread_atexit(function, argument, library);
  caller();
  this_thread().exit_handlers.emplace_back([function, argument] { function(argument); });
  return 0;
}

void simulated_abort() {
  caller();
  on_abort();
}

pid_t simulated_getpid() { return first_pid + caller().port.process_id(); }

int simulated_gethostname(char* name, std::size_t size) {
  const std::string node = mpi::node_name();
  if (node.size() + 1 > size) return fail(ENAMETOOLONG);
  std::memcpy(name, node.c_str(), node.size() + 1);
  return 0;
}

int simulated_uname(utsname* names) {
  if (const int failed = ::uname(names)) return failed;
  return simulated_gethostname(names->nodename, sizeof names->nodename);
}

int simulated_gethostbyname_r(const char* name, hostent* entry, char* texts, std::size_t room, hostent** found,
                              int* error) {
  return ::gethostbyname_r(where_sockets_are(name), entry, texts, room, found, error);
}

int simulated_getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** found) {
  return ::getaddrinfo(where_sockets_are(name), service, hints, found);
}

pid_t simulated_getppid() { return caller().process < 0 ? 0 : first_pid - 1; }
pid_t simulated_gettid() {
  caller();
  return this_thread().id;
}

int simulated_timespec_get(timespec* time, int base) {
  if (base != TIME_UTC) return 0;
  *time = read(CLOCK_REALTIME);
  return base;
}

clock_t simulated_times(tms* spent) {
  const auto ticks = static_cast<clock_t>(look_at_clock().count() * static_cast<double>(::sysconf(_SC_CLK_TCK)));
  if (spent) *spent = {ticks, 0, 0, 0};
  return ticks;
}

/// What else is counted is the simulator's own.
int simulated_getrusage(int who, rusage* usage) {
  const int result = ::getrusage(static_cast<__rusage_who>(who), usage);
  const timespec now = read(CLOCK_MONOTONIC);
  if (result != 0) return result;
  usage->ru_utime = who == RUSAGE_CHILDREN ? timeval{0, 0} : timeval{now.tv_sec, now.tv_nsec / 1000};
  usage->ru_stime = {0, 0};
  return 0;
}

/// The scenario's seed makes them, so that runs are alike.
unsigned simulated_random_device(void*) { return static_cast<unsigned>(random_bits(caller()) >> 32U); }

ssize_t simulated_getrandom(void* room, std::size_t size, unsigned) {
  fill_with_random(room, size);
  return static_cast<ssize_t>(size);
}

int simulated_getentropy(void* room, std::size_t size) {
  if (size > 256) return fail(EIO);
  fill_with_random(room, size);
  return 0;
}

pid_t simulated_wait(int*) { return fail(ECHILD); }
pid_t simulated_waitpid(pid_t, int*, int) { return fail(ECHILD); }

int refused_execl(const char*, const char*, ...) { return refuse("execl"); }
int refused_execlp(const char*, const char*, ...) { return refuse("execlp"); }
int refused_execle(const char*, const char*, ...) { return refuse("execle"); }
int refused_execv(const char*, char* const*) { return refuse("execv"); }
int refused_execvp(const char*, char* const*) { return refuse("execvp"); }
int refused_execve(const char*, char* const*, char* const*) { return refuse("execve"); }
int refused_execvpe(const char*, char* const*, char* const*) { return refuse("execvpe"); }
int refused_posix_spawn(pid_t*, const char*, const void*, const void*, char* const*, char* const*) {
  refuse("posix_spawn");
  return ENOSYS;
}
int refused_posix_spawnp(pid_t*, const char*, const void*, const void*, char* const*, char* const*) {
  refuse("posix_spawnp");
  return ENOSYS;
}

pid_t refused_fork() { return refuse("fork"); }
pid_t refused_vfork() { return refuse("vfork"); }
int refused_clone(int (*)(void*), void*, int, void*, ...) { return refuse("clone"); }
int refused_signalfd(int, const sigset_t*, int) { return refuse("signalfd"); }
pid_t refused_forkpty(int*, char*, const void*, const void*) { return refuse("forkpty"); }
int refused_daemon(int, int) { return refuse("daemon"); }
int refused_system(const char* command) { return command ? refuse("system") : 0; }

FILE* refused_popen(const char*, const char*) {
  refuse("popen");
  return nullptr;
}

std::int64_t simulated_system_clock_now() { return nanoseconds(read(CLOCK_REALTIME)); }
std::int64_t simulated_steady_clock_now() { return nanoseconds(read(CLOCK_MONOTONIC)); }
}
