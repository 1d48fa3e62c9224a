// The threads of C11 and of libstdc++, by POSIX's.
#include "sim/hosting/stand_ins.hpp"

#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>
#include <utility>

namespace daruma::hosting {

namespace {

int as_c11(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  default:
    return thrd_error;
  }
}

pthread_mutex_t* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* posix(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

void* as_result(int result) {
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(result)); // NOLINT(performance-no-int-to-ptr)
}

/// A std::thread is the number of its thread; 0 for none.
pthread_t& number_of(std::thread* thread) {
  static_assert(sizeof(std::thread) == sizeof(pthread_t));
  return *reinterpret_cast<pthread_t*>(thread);
}

void check(int error) {
  if (error != 0) throw std::system_error(error, std::generic_category());
}

} // namespace

} // namespace daruma::hosting

extern "C" {

int simulated_thrd_create(thrd_t* thread, thrd_start_t main, void* argument) {
  caller();
  *thread = static_cast<thrd_t>(start_thread([=] { return as_result(main(argument)); }).id);
  return thrd_success;
}
thrd_t simulated_thrd_current() { return simulated_pthread_self(); }
int simulated_thrd_join(thrd_t thread, int* result) {
  void* value = nullptr;
  const int error = simulated_pthread_join(thread, &value);
  if (result) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return as_c11(error);
}
int simulated_thrd_detach(thrd_t thread) { return as_c11(simulated_pthread_detach(thread)); }
void simulated_thrd_exit(int result) { simulated_pthread_exit(as_result(result)); }
int simulated_thrd_sleep(const timespec* duration, timespec* rest) {
  if (simulated_nanosleep(duration, rest) == 0) return 0;
  return errno == EINTR ? -1 : -2;
}
void simulated_thrd_yield() { simulated_sched_yield(); }
void simulated_call_once(once_flag* once, void (*function)()) {
  static_assert(sizeof(once_flag) == sizeof(pthread_once_t));
  simulated_pthread_once(reinterpret_cast<pthread_once_t*>(once), function);
}

int simulated_mtx_init(mtx_t* mutex, int type) {
  *posix(mutex) = PTHREAD_MUTEX_INITIALIZER;
  if (type & mtx_recursive) posix(mutex)->__data.__kind = PTHREAD_MUTEX_RECURSIVE;
  return thrd_success;
}
void simulated_mtx_destroy(mtx_t*) {}
int simulated_mtx_lock(mtx_t* mutex) { return as_c11(simulated_pthread_mutex_lock(posix(mutex))); }
int simulated_mtx_trylock(mtx_t* mutex) { return as_c11(simulated_pthread_mutex_trylock(posix(mutex))); }
int simulated_mtx_timedlock(mtx_t* mutex, const timespec* time) {
  return as_c11(simulated_pthread_mutex_timedlock(posix(mutex), time));
}
int simulated_mtx_unlock(mtx_t* mutex) { return as_c11(simulated_pthread_mutex_unlock(posix(mutex))); }

int simulated_cnd_init(cnd_t* condition) { return as_c11(simulated_pthread_cond_init(posix(condition), nullptr)); }
void simulated_cnd_destroy(cnd_t*) {}
int simulated_cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return as_c11(simulated_pthread_cond_wait(posix(condition), posix(mutex)));
}
int simulated_cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* time) {
  return as_c11(simulated_pthread_cond_timedwait(posix(condition), posix(mutex), time));
}
int simulated_cnd_signal(cnd_t* condition) { return as_c11(simulated_pthread_cond_signal(posix(condition))); }
int simulated_cnd_broadcast(cnd_t* condition) { return as_c11(simulated_pthread_cond_broadcast(posix(condition))); }

int simulated_tss_create(tss_t* key, tss_dtor_t destructor) {
  return as_c11(simulated_pthread_key_create(key, destructor));
}
void simulated_tss_delete(tss_t key) { simulated_pthread_key_delete(key); }
void* simulated_tss_get(tss_t key) { return simulated_pthread_getspecific(key); }
int simulated_tss_set(tss_t key, void* value) { return as_c11(simulated_pthread_setspecific(key, value)); }

void simulated_start_thread(std::thread* thread, ThreadWork** handed_over, void (*)()) {
  caller();
  const auto remove = [](ThreadWork* work) { work->functions[1](work); };
  const std::shared_ptr<ThreadWork> work(std::exchange(*handed_over, nullptr), remove);
  const auto run = [work] {
    work->functions[2](work.get());
    return nullptr;
  };
  number_of(thread) = static_cast<pthread_t>(start_thread(run).id);
}
void simulated_thread_join(std::thread* thread) {
  check(number_of(thread) == 0 ? EINVAL : simulated_pthread_join(number_of(thread), nullptr));
  number_of(thread) = 0;
}
void simulated_thread_detach(std::thread* thread) {
  check(number_of(thread) == 0 ? EINVAL : simulated_pthread_detach(number_of(thread)));
  number_of(thread) = 0;
}
void simulated_condition_wait(pthread_cond_t* condition, std::unique_lock<std::mutex>* lock) {
  simulated_pthread_cond_wait(condition, lock->mutex()->native_handle());
}
void simulated_condition_notify_one(pthread_cond_t* condition) { simulated_pthread_cond_signal(condition); }
void simulated_condition_notify_all(pthread_cond_t* condition) { simulated_pthread_cond_broadcast(condition); }
void simulated_condition_destroy(pthread_cond_t*) {}
int refused_notify_all_at_thread_exit() { return refuse("std::notify_all_at_thread_exit"); }
}
