// What programs do to threads by POSIX's functions: start and end them, tell them apart, keep values for each.
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/thread_locals.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <mutex>
#include <sys/sysinfo.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

enum OnceState : int { fresh = PTHREAD_ONCE_INIT, under_way = 1, done = 2 };

/// The thread of that id, or ESRCH; the calling process's.
Thread* target(pthread_t thread, const char* function = __builtin_FUNCTION()) {
  caller(function);
  return find_thread(static_cast<int>(thread));
}

/// Waits for its end as long as `end` says.
int join(pthread_t thread, void** result, Seconds end, const char* function = __builtin_FUNCTION()) {
  Thread* const found = target(thread, function);
  if (!found) return ESRCH;
  if (found->is_detached) return EINVAL;
  if (found == &this_thread()) return EDEADLK;
  return hosting::join(*found, result, end) ? 0 : ETIMEDOUT;
}

/// The cores of a process's part, as the first ones of its node.
int give_cores(std::size_t size, cpu_set_t* cores) {
  std::memset(cores, 0, size);
  const int most = std::min<int>(caller().port.own_cores(), static_cast<int>(size) * CHAR_BIT);
  for (int core = 0; core < most; ++core) CPU_SET_S(static_cast<std::size_t>(core), size, cores);
  return 0;
}

/// Runs the function that is to run once. Where it leaves by an exception, it has not been run.
void run_once(pthread_once_t* once, void (*function)()) {
  struct Outcome {
    pthread_once_t* once;
    int state = fresh;
    ~Outcome() {
      *once = state;
      call_all(once);
    }
  } outcome{once};
  *once = under_way;
  function();
  outcome.state = done;
}

} // namespace

} // namespace daruma::hosting

extern "C" {

int simulated_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*main)(void*),
                             void* argument) {
  caller();
  int detached = PTHREAD_CREATE_JOINABLE;
  std::size_t stack = 0;
  if (attributes) {
    ::pthread_attr_getdetachstate(attributes, &detached);
    ::pthread_attr_getstacksize(attributes, &stack);
  }
  const auto run = [=] { return main(argument); };
  *thread = static_cast<pthread_t>(start_thread(run, stack, detached == PTHREAD_CREATE_DETACHED).id);
  return 0;
}

int simulated_pthread_join(pthread_t thread, void** result) { return join(thread, result, never); }
int simulated_pthread_tryjoin(pthread_t thread, void** result) {
  const Thread* const found = target(thread);
  if (found && !found->has_ended) return poll_in_vain("pthread_tryjoin_np"), EBUSY;
  return join(thread, result, never);
}
int simulated_pthread_timedjoin(pthread_t thread, void** result, const timespec* time) {
  return simulated_pthread_clockjoin(thread, result, CLOCK_REALTIME, time);
}
int simulated_pthread_clockjoin(pthread_t thread, void** result, clockid_t clock, const timespec* time) {
  if (!is_valid(time)) return EINVAL;
  return join(thread, result, when_shown(*time, clock));
}

int simulated_pthread_detach(pthread_t thread) {
  Thread* const found = target(thread);
  if (!found) return ESRCH;
  if (found->is_detached) return EINVAL;
  detach(*found);
  return 0;
}

void simulated_pthread_exit(void* result) {
  if (is_programs_own_thread()) ::pthread_exit(result);
  end_thread(result);
}

pthread_t simulated_pthread_self() {
  if (!simulated_caller()) return ::pthread_self();
  return static_cast<pthread_t>(this_thread().id);
}

int refused_pthread_cancel(pthread_t) { return refuse("pthread_cancel"), ENOSYS; }

void simulated_register_cleanup(__pthread_unwind_buf_t* place) {
  caller();
  this_thread().cleanups.push_back(place);
}
void simulated_unregister_cleanup(__pthread_unwind_buf_t*) {
  caller();
  this_thread().cleanups.pop_back();
}
void simulated_unwind_next(__pthread_unwind_buf_t*) { go_on_ending(); }

int simulated_sched_yield() {
  if (!is_programs_own_thread()) poll_in_vain("sched_yield");
  return 0;
}

int simulated_pthread_yield() { return simulated_sched_yield(); }

int simulated_sched_getaffinity(pid_t, std::size_t size, cpu_set_t* cores) { return give_cores(size, cores); }
int simulated_get_nprocs() { return caller().port.own_cores(); }
int simulated_get_nprocs_conf() { return simulated_get_nprocs(); }
unsigned simulated_hardware_concurrency() { return static_cast<unsigned>(caller().port.own_cores()); }
long simulated_sysconf(int name) {
  if (!simulated_caller()) return ::sysconf(name);
  return name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? simulated_get_nprocs() : ::sysconf(name);
}

int simulated_pthread_setname(pthread_t thread, const char* name) {
  constexpr std::size_t longest = 15;
  Thread* const found = target(thread);
  if (!found) return ESRCH;
  if (std::strlen(name) > longest) return ERANGE;
  found->name = name;
  return 0;
}
int simulated_pthread_getname(pthread_t thread, char* name, std::size_t size) {
  const Thread* const found = target(thread);
  if (!found) return ESRCH;
  if (size <= found->name.size()) return ERANGE;
  std::memcpy(name, found->name.c_str(), found->name.size() + 1);
  return 0;
}

/// Threads run on any core of their process's part, whatever they ask for.
int simulated_pthread_setaffinity(pthread_t thread, std::size_t, const cpu_set_t*) {
  return target(thread) ? 0 : ESRCH;
}
int simulated_pthread_getaffinity(pthread_t thread, std::size_t size, cpu_set_t* cores) {
  return target(thread) ? give_cores(size, cores) : ESRCH;
}
int simulated_pthread_setschedparam(pthread_t thread, int policy, const sched_param*) {
  if (!target(thread)) return ESRCH;
  return policy == SCHED_OTHER ? 0 : EPERM;
}
int simulated_pthread_getschedparam(pthread_t thread, int* policy, sched_param* parameters) {
  if (!target(thread)) return ESRCH;
  *policy = SCHED_OTHER;
  *parameters = {};
  return 0;
}
int simulated_pthread_setschedprio(pthread_t thread, int priority) {
  if (!target(thread)) return ESRCH;
  return priority == 0 ? 0 : EINVAL;
}
int simulated_pthread_getcpuclockid(pthread_t thread, clockid_t* clock) {
  if (!target(thread)) return ESRCH;
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}
int refused_pthread_getattr_np(pthread_t, pthread_attr_t*) { return refuse("pthread_getattr_np"), ENOSYS; }

int simulated_pthread_once(pthread_once_t* once, void (*function)()) {
  caller();
  // What std::call_once leaves for the function that it has called: variables of which this computer's thread has one
  // each.
  void* const callable = std::__once_callable;
  auto* const call = std::__once_call;
  while (*once == under_way) wait_at(once, "pthread_once");
  if (*once == done) return 0;
  std::__once_callable = callable; // another thread may have called meanwhile
  std::__once_call = call;
  run_once(once, function);
  return 0;
}

int simulated_pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  auto& keys = caller().keys;
  const auto is_free = [](const Key& one) { return !one.is_used; };
  const auto place = std::find_if(keys.begin(), keys.end(), is_free);
  *key = static_cast<pthread_key_t>(place - keys.begin());
  if (keys.size() == PTHREAD_KEYS_MAX) return EAGAIN;
  if (place == keys.end())
    keys.push_back({true, destructor});
  else
    *place = {true, destructor};
  return 0;
}

/// Values that threads keep under it are gone.
int simulated_pthread_key_delete(pthread_key_t key) {
  Hosted& hosted = caller();
  if (key >= hosted.keys.size() || !hosted.keys[key].is_used) return EINVAL;
  hosted.keys[key] = {false, nullptr};
  const auto forget = [key](Thread& thread) {
    if (key < thread.values.size()) thread.values[key] = nullptr;
  };
  forget(hosted.main);
  for (const auto& thread : hosted.threads) forget(*thread);
  return 0;
}

void* simulated_pthread_getspecific(pthread_key_t key) {
  caller();
  const auto& values = this_thread().values;
  return key < values.size() ? values[key] : nullptr;
}

int simulated_pthread_setspecific(pthread_key_t key, const void* value) {
  const Hosted& hosted = caller();
  if (key >= hosted.keys.size() || !hosted.keys[key].is_used) return EINVAL;
  auto& values = this_thread().values;
  if (values.size() <= key) values.resize(key + 1);
  values[key] = const_cast<void*>(value);
  return 0;
}
}
