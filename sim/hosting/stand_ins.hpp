// What stands in for functions of the C library: their declarations, and what they have in common.
#pragma once

#include "sim/core/units.hpp"
#include "sim/hosting/hosted.hpp"
#include "sim/hosting/openmp.hpp"

#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <dirent.h>
#include <filesystem>
#include <mqueue.h>
#include <mutex>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <system_error>
#include <thread>
#include <threads.h>

namespace daruma::hosting {

inline constexpr pid_t first_pid = 10000;

/// The process whose program called. A thread that a library of the system's started has none: its call ends the
/// simulation, with the name of the function, which is the caller's behind its first "_".
Hosted& caller(const char* function = __builtin_FUNCTION());

/// errno, and what functions return then.
int fail(int error);

/// What a simulated process cannot do is said on its standard error, and fails.
int refuse(const char* function);

/// What came of a write, of which the calling process gets SIGPIPE where nobody reads any more.
ssize_t after_write(ssize_t written);

/// A path with the file of the caller's program in the place of the system's name for it, which is the simulator's.
const char* with_own_program(const char* path);

/// The calling process has opened this, unless it is below 0.
void note_opened(int descriptor);

/// What the constructor of std::thread hands over, libstdc++'s std::thread::_State, by its table of virtual functions:
/// what destroys it, what deletes it, what runs it.
struct ThreadWork {
  void (*const* functions)(ThreadWork*);
};

/// Ends the current process, which has called what is not simulated and cannot fail.
[[noreturn]] void end_with(const char* function);

/// Simulated time as a program sees it; a look at the clock takes some where no time passes otherwise.
Seconds look_at_clock(const char* function = __builtin_FUNCTION());
timespec read(clockid_t clock, const char* function = __builtin_FUNCTION());
/// When a clock showed zero, in simulated time.
time_t zero_of(clockid_t clock);
Seconds to_seconds(const timespec& time);
bool is_valid(const timespec* time);

/// The calling thread sleeps so long, or until a signal has been handled; what is left then.
Seconds let_pass(Seconds duration, const char* function = __builtin_FUNCTION());
/// It sleeps until a signal has been handled.
void wait_for_a_signal(const char* function = __builtin_FUNCTION());

/// What syscall(SYS_futex, ...) does.
long simulate_futex(unsigned* place, int operation, unsigned value, const timespec* time);

/// A cleaner name of a stand-in's function: what follows its first "_".
const char* called_name(const char* function);

/// When a clock will show that time, in simulated time.
Seconds when_shown(const timespec& time, clockid_t clock);

} // namespace daruma::hosting

extern "C" {

using namespace daruma;          // NOLINT(google-build-using-namespace): declarations only
using namespace daruma::hosting; // NOLINT(google-build-using-namespace)

// The names that ld gives the calls are reserved ones; asm labels spare the functions such names. What stands in for a
// member has to have an even place: a pointer to a member that holds an odd number is taken for one to a virtual
// member.
#define INSTEAD_OF(symbol, function) function asm("__wrap_" #symbol) __attribute__((aligned(2)));
#include "sim/hosting/system_calls.def"
#undef INSTEAD_OF
}
