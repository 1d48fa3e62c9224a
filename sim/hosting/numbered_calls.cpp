// Calls of the system by their numbers (syscall): those that the simulator has go there, the others to this computer.
#include "sim/hosting/stand_ins.hpp"

#include <sys/syscall.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

/// A stand-in's answer that is an error or 0, as the system has it.
long answered(int error) { return error == 0 ? 0 : hosting::fail(error); }

/// The thread alone; with the last one the process.
long end_thread(int status) {
  if (caller("_exit").threads.empty()) simulated_underscore_exit(status);
  simulated_pthread_exit(nullptr);
  return 0;
}

template <class T> T* pointer(long word) { return reinterpret_cast<T*>(word); } // NOLINT(performance-no-int-to-ptr)

/// By its number and its first words.
struct Call {
  long number, a, b, c, d, e, f;
};

long pass_on(const Call& call) { return ::syscall(call.number, call.a, call.b, call.c, call.d, call.e, call.f); }

long time_by_number(const Call& call) {
  switch (call.number) {
  case SYS_nanosleep:
    return simulated_nanosleep(pointer<const timespec>(call.a), pointer<timespec>(call.b));
  case SYS_clock_nanosleep:
    return answered(simulated_clock_nanosleep(static_cast<clockid_t>(call.a), static_cast<int>(call.b),
                                              pointer<const timespec>(call.c), pointer<timespec>(call.d)));
  case SYS_clock_gettime:
    return simulated_clock_gettime(static_cast<clockid_t>(call.a), pointer<timespec>(call.b));
  case SYS_gettimeofday:
    return simulated_gettimeofday(pointer<timeval>(call.a), nullptr);
  case SYS_time:
    return simulated_time(pointer<time_t>(call.a));
  default:
    return pass_on(call);
  }
}

long data_by_number(const Call& call) {
  switch (call.number) {
  case SYS_read:
    return simulated_read(static_cast<int>(call.a), pointer<void>(call.b), static_cast<std::size_t>(call.c));
  case SYS_write:
    return simulated_write(static_cast<int>(call.a), pointer<const void>(call.b), static_cast<std::size_t>(call.c));
  case SYS_getrandom:
    return simulated_getrandom(pointer<void>(call.a), static_cast<std::size_t>(call.b), 0);
  default:
    return time_by_number(call);
  }
}

long process_by_number(const Call& call) {
  switch (call.number) {
  case SYS_exit_group:
    simulated_underscore_exit(static_cast<int>(call.a));
    return 0;
  case SYS_exit:
    return end_thread(static_cast<int>(call.a));
  case SYS_getpid:
    return simulated_getpid();
  case SYS_getppid:
    return simulated_getppid();
  case SYS_gettid:
    return simulated_gettid();
  case SYS_kill:
    return simulated_kill(static_cast<pid_t>(call.a), static_cast<int>(call.b));
  case SYS_fork:
  case SYS_vfork:
  case SYS_clone:
    return refuse("fork");
  case SYS_futex:
    return simulate_futex(pointer<unsigned>(call.a), static_cast<int>(call.b), static_cast<unsigned>(call.c),
                          pointer<const timespec>(call.d));
  default:
    return data_by_number(call);
  }
}

} // namespace

} // namespace daruma::hosting

extern "C" {

// NOLINTNEXTLINE(readability-function-size): the system takes six words
long simulated_syscall(long number, long a, long b, long c, long d, long e, long f) {
  const Call call{number, a, b, c, d, e, f};
  return simulated_caller() ? process_by_number(call) : pass_on(call);
}
}
