// POSIX's locks, conditions, barriers and semaphores among simulated threads, and the futex that others are made of.
//
// What the C library gives these objects at first (PTHREAD_MUTEX_INITIALIZER and its like, what sem_init and sem_open
// write) means the same here; beyond that their bytes are ours. Whoever waits is served in the order of coming.
#include "sim/hosting/stand_ins.hpp"
#include "sim/mpi/process/blocking.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

// --- Mutexes: __lock is the owner's id, 0 for none.

int kind_of(const pthread_mutex_t& mutex) { return mutex.__data.__kind & 3; }

bool take(pthread_mutex_t& mutex, const Thread& thread) {
  if (mutex.__data.__lock != 0) return false;
  mutex.__data.__lock = thread.id;
  mutex.__data.__count = 1;
  return true;
}

/// Of a thread that has it already; -1 if it has to wait.
int lock_again(pthread_mutex_t& mutex, const Thread& thread) {
  if (mutex.__data.__lock != thread.id) return -1;
  if (kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  if (kind_of(mutex) != PTHREAD_MUTEX_RECURSIVE) return -1;
  ++mutex.__data.__count;
  return 0;
}

int lock(pthread_mutex_t& mutex, Seconds end, const char* function) {
  caller(function);
  Thread& thread = this_thread();
  note_poll(thread);
  if (take(mutex, thread)) return 0;
  if (const int outcome = lock_again(mutex, thread); outcome >= 0) return outcome;
  for (;;) { // who unlocks it hands it over
    const Woken how = wait_at(&mutex, called_name(function), end);
    if (how == Woken::called) return 0;
    if (how == Woken::late) return ETIMEDOUT;
    if (take(mutex, thread)) return 0;
  }
}

void hand_over(pthread_mutex_t& mutex) {
  mutex.__data.__lock = 0;
  mutex.__data.__count = 0;
  call_one(&mutex, [&mutex](const Thread& next) { take(mutex, next); });
}

int unlock(pthread_mutex_t& mutex) {
  const bool is_checked = kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE || kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK;
  if (is_checked && mutex.__data.__lock != this_thread().id) return EPERM;
  if (--mutex.__data.__count > 0) return 0;
  hand_over(mutex);
  return 0;
}

// --- Conditions: the first word is the clock of timed waits.

int wait(pthread_cond_t* condition, pthread_mutex_t& mutex, Seconds end, const char* function) {
  caller(function);
  Thread& thread = this_thread();
  if (kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK && mutex.__data.__lock != thread.id) return EPERM;
  const unsigned count = mutex.__data.__count;
  hand_over(mutex);
  const Woken how = wait_at(condition, called_name(function), end);
  lock(mutex, never, "_pthread_mutex_lock");
  mutex.__data.__count = count;
  return how == Woken::late ? ETIMEDOUT : 0;
}

// --- Read-write locks

struct ReadWriteLock {
  int readers;
  int writer; ///< its id; 0 for none

  static ReadWriteLock& in(pthread_rwlock_t* lock) { return *reinterpret_cast<ReadWriteLock*>(lock); }
};

int lock_to_read(pthread_rwlock_t* of, Seconds end, const char* function) {
  caller(function);
  ReadWriteLock& lock = ReadWriteLock::in(of);
  if (lock.writer == this_thread().id) return EDEADLK;
  note_poll(this_thread());
  while (lock.writer != 0)
    if (wait_at(of, called_name(function), end) == Woken::late) return ETIMEDOUT;
  ++lock.readers;
  return 0;
}

int lock_to_write(pthread_rwlock_t* of, Seconds end, const char* function) {
  caller(function);
  ReadWriteLock& lock = ReadWriteLock::in(of);
  if (lock.writer == this_thread().id) return EDEADLK;
  note_poll(this_thread());
  while (lock.writer != 0 || lock.readers > 0)
    if (wait_at(of, called_name(function), end) == Woken::late) return ETIMEDOUT;
  lock.writer = this_thread().id;
  return 0;
}

// --- Barriers

struct Barrier {
  unsigned count;
  unsigned arrived;
  unsigned times; ///< that all have come

  static Barrier& in(pthread_barrier_t* barrier) { return *reinterpret_cast<Barrier*>(barrier); }
};

// --- Semaphores: as glibc has it, the value is the first word.

unsigned& value_of(sem_t* semaphore) { return *reinterpret_cast<unsigned*>(semaphore); }

int take(sem_t* semaphore, Seconds end, const char* function) {
  caller(function);
  note_poll(this_thread());
  while (value_of(semaphore) == 0) {
    const Woken how = wait_at(semaphore, called_name(function), end);
    if (how == Woken::called) return 0; // who posts it hands over
    if (how == Woken::late) return fail(ETIMEDOUT);
    if (value_of(semaphore) == 0) return fail(EINTR);
  }
  --value_of(semaphore);
  return 0;
}

// --- Futexes

/// 0, or an error.
int wait_for_change(const unsigned* place, unsigned value, Seconds end) {
  if (*place != value) return EAGAIN;
  const Woken how = wait_at(place, "futex", end);
  return how == Woken::called ? 0 : how == Woken::late ? ETIMEDOUT : EINTR;
}

long wake(const void* place, int most) {
  int woken = 0;
  while (woken < most && call_one(place)) ++woken;
  return woken;
}

} // namespace

long simulate_futex(unsigned* place, int operation, unsigned value, const timespec* time) {
  const Seconds now = caller("_futex").port.now();
  const clockid_t clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  int error = ENOSYS;
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
    error = wait_for_change(place, value, time ? now + to_seconds(*time) : never);
    break;
  case FUTEX_WAIT_BITSET:
    error = wait_for_change(place, value, time ? when_shown(*time, clock) : never);
    break;
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    return wake(place, static_cast<int>(value));
  default:
    return refuse("futex with other operations than to wait and to wake");
  }
  return error == 0 ? 0 : fail(error);
}

} // namespace daruma::hosting

extern "C" {

int simulated_pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  *mutex = PTHREAD_MUTEX_INITIALIZER;
  if (attributes) ::pthread_mutexattr_gettype(attributes, &mutex->__data.__kind);
  return 0;
}
int simulated_pthread_mutex_destroy(pthread_mutex_t* mutex) { return mutex->__data.__lock != 0 ? EBUSY : 0; }
int simulated_pthread_mutex_lock(pthread_mutex_t* mutex) { return lock(*mutex, never, __func__); }
int simulated_pthread_mutex_trylock(pthread_mutex_t* mutex) {
  caller();
  const Thread& thread = this_thread();
  if (take(*mutex, thread)) return 0;
  if (kind_of(*mutex) == PTHREAD_MUTEX_RECURSIVE && lock_again(*mutex, thread) == 0) return 0;
  poll_in_vain(__func__);
  return EBUSY;
}
int simulated_pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) {
  return simulated_pthread_mutex_clocklock(mutex, CLOCK_REALTIME, time);
}
int simulated_pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) {
  return is_valid(time) ? lock(*mutex, when_shown(*time, clock), __func__) : EINVAL;
}
int simulated_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  caller();
  return unlock(*mutex);
}

int simulated_pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  *condition = PTHREAD_COND_INITIALIZER;
  clockid_t clock = CLOCK_REALTIME;
  if (attributes) ::pthread_condattr_getclock(attributes, &clock);
  std::memcpy(condition, &clock, sizeof clock);
  return 0;
}
int simulated_pthread_cond_destroy(pthread_cond_t*) { return 0; }
int simulated_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait(condition, *mutex, never, __func__);
}
int simulated_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time) {
  clockid_t clock = 0;
  std::memcpy(&clock, condition, sizeof clock);
  return simulated_pthread_cond_clockwait(condition, mutex, clock, time);
}
int simulated_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                     const timespec* time) {
  return is_valid(time) ? wait(condition, *mutex, when_shown(*time, clock), __func__) : EINVAL;
}
int simulated_pthread_cond_signal(pthread_cond_t* condition) {
  caller();
  call_one(condition);
  return 0;
}
int simulated_pthread_cond_broadcast(pthread_cond_t* condition) {
  caller();
  call_all(condition);
  return 0;
}

int simulated_pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t*) {
  ReadWriteLock::in(lock) = {};
  return 0;
}
int simulated_pthread_rwlock_destroy(pthread_rwlock_t*) { return 0; }
int simulated_pthread_rwlock_rdlock(pthread_rwlock_t* lock) { return lock_to_read(lock, never, __func__); }
int simulated_pthread_rwlock_wrlock(pthread_rwlock_t* lock) { return lock_to_write(lock, never, __func__); }
int simulated_pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  if (ReadWriteLock::in(lock).writer == 0) return lock_to_read(lock, never, __func__);
  poll_in_vain(__func__);
  return EBUSY;
}
int simulated_pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  const ReadWriteLock& state = ReadWriteLock::in(lock);
  if (state.writer == 0 && state.readers == 0) return lock_to_write(lock, never, __func__);
  poll_in_vain(__func__);
  return EBUSY;
}
int simulated_pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) {
  return simulated_pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, time);
}
int simulated_pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) {
  return simulated_pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, time);
}
int simulated_pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  return is_valid(time) ? lock_to_read(lock, when_shown(*time, clock), __func__) : EINVAL;
}
int simulated_pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  return is_valid(time) ? lock_to_write(lock, when_shown(*time, clock), __func__) : EINVAL;
}
int simulated_pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  caller();
  ReadWriteLock& state = ReadWriteLock::in(lock);
  if (state.writer != 0)
    state.writer = 0;
  else
    --state.readers;
  if (state.readers == 0) call_all(lock);
  return 0;
}

int simulated_pthread_spin_init(pthread_spinlock_t* lock, int) {
  *lock = 0;
  return 0;
}
int simulated_pthread_spin_destroy(pthread_spinlock_t*) { return 0; }
int simulated_pthread_spin_lock(pthread_spinlock_t* lock) {
  caller();
  note_poll(this_thread());
  while (*lock != 0) wait_at(const_cast<int*>(lock), called_name(__func__));
  *lock = 1;
  return 0;
}
int simulated_pthread_spin_trylock(pthread_spinlock_t* lock) {
  caller();
  if (*lock != 0) return poll_in_vain(__func__), EBUSY;
  *lock = 1;
  return 0;
}
int simulated_pthread_spin_unlock(pthread_spinlock_t* lock) {
  caller();
  *lock = 0;
  call_one(const_cast<int*>(lock));
  return 0;
}

int simulated_pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t*, unsigned count) {
  if (count == 0) return EINVAL;
  Barrier::in(barrier) = {count, 0, 0};
  return 0;
}
int simulated_pthread_barrier_destroy(pthread_barrier_t*) { return 0; }
int simulated_pthread_barrier_wait(pthread_barrier_t* barrier) {
  caller();
  Barrier& state = Barrier::in(barrier);
  if (++state.arrived == state.count) {
    state.arrived = 0;
    ++state.times;
    call_all(barrier);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  const unsigned before = state.times;
  while (state.times == before) wait_at(barrier, called_name(__func__));
  return 0;
}

int simulated_sem_wait(sem_t* semaphore) { return take(semaphore, never, __func__); }
int simulated_sem_trywait(sem_t* semaphore) {
  if (value_of(semaphore) > 0) return take(semaphore, never, __func__);
  poll_in_vain(__func__);
  return fail(EAGAIN);
}
int simulated_sem_timedwait(sem_t* semaphore, const timespec* time) {
  return simulated_sem_clockwait(semaphore, CLOCK_REALTIME, time);
}
int simulated_sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  if (value_of(semaphore) == 0 && !is_valid(time)) return fail(EINVAL);
  return take(semaphore, value_of(semaphore) == 0 ? when_shown(*time, clock) : never, __func__);
}
int simulated_sem_post(sem_t* semaphore) {
  caller();
  if (!call_one(semaphore)) ++value_of(semaphore);
  return 0;
}
int simulated_sem_getvalue(sem_t* semaphore, int* value) {
  *value = static_cast<int>(value_of(semaphore));
  return 0;
}

/// Of futures: until the value changes, or a clock shows that time; whether it has changed.
bool simulated_futex_wait_until(void*, unsigned* place, unsigned value, bool has_end, std::int64_t seconds,
                                std::int64_t nanoseconds) {
  const Seconds end = has_end ? when_shown({seconds, nanoseconds}, CLOCK_REALTIME) : never;
  return wait_for_change(place, value, end) != ETIMEDOUT;
}
bool simulated_futex_wait_until_steady(void*, unsigned* place, unsigned value, bool has_end, std::int64_t seconds,
                                       std::int64_t nanoseconds) {
  const Seconds end = has_end ? when_shown({seconds, nanoseconds}, CLOCK_MONOTONIC) : never;
  return wait_for_change(place, value, end) != ETIMEDOUT;
}
void simulated_futex_notify_all(unsigned* place) {
  caller();
  call_all(place);
}
}
