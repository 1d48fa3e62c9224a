// Waiting for files and for other threads, for a time: the time passes simulated. Whether a file is ready is this
// computer's to say.
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/mpi/process/fiber.hpp"
#include "sim/mpi/process/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <sys/epoll.h>

namespace daruma::hosting {

namespace {

constexpr Seconds between_looks{1e-3};

/// Asks `ready`, which does not wait, until it answers other than 0 or the time is over; how it answered last. Nothing
/// to wait for: for ever. Where there is nothing to look at, nobody looks.
int wait_until(const std::function<int()>& ready, bool has_files, Seconds timeout) {
  Hosted& hosted = caller("_select or poll");
  const Seconds end = hosted.port.now() + timeout;
  if (!has_files && timeout == never) wait_for_a_signal();
  for (;;) {
    const int answer = ready();
    const Seconds left = end - hosted.port.now();
    if (answer != 0 || left <= Seconds(0)) return answer;
    let_pass(has_files ? std::min(left, between_looks) : left);
  }
}

Seconds of_milliseconds(int timeout) { return timeout < 0 ? never : Seconds(1e-3 * timeout); }

/// Until a clock shows that time.
Seconds left_until(const timespec& time, clockid_t clock) {
  timespec until = time;
  until.tv_sec += zero_of(clock);
  return std::max(Seconds(0), to_seconds(until) - caller().port.now());
}

/// The time of a wait for other threads passes; that one of them has come is seen behind it.
int wait_for_threads(pthread_mutex_t* mutex, const timespec* time, clockid_t clock) {
  if (!is_valid(time)) return EINVAL;
  pthread_mutex_unlock(mutex);
  let_pass(left_until(*time, clock));
  pthread_mutex_lock(mutex);
  return ETIMEDOUT;
}

} // namespace

void wait_for_a_signal() {
  mpi::Fiber& fiber = mpi::fiber();
  for (;;) fiber.sleep_until_rung();
}

} // namespace daruma::hosting

extern "C" {

int simulated_select(int count, fd_set* to_read, fd_set* to_write, fd_set* others, timeval* timeout) {
  const Seconds time =
      timeout ? Seconds(static_cast<double>(timeout->tv_sec) + 1e-6 * static_cast<double>(timeout->tv_usec)) : never;
  std::array<fd_set*, 3> sets{to_read, to_write, others};
  std::array<fd_set, 3> wanted{};
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (sets[i]) wanted[i] = *sets[i];
  return wait_until(
      [&] {
        for (std::size_t i = 0; i < sets.size(); ++i)
          if (sets[i]) *sets[i] = wanted[i];
        timeval none{0, 0};
        return ::select(count, to_read, to_write, others, &none);
      },
      count > 0, time);
}

int simulated_pselect(int count, fd_set* to_read, fd_set* to_write, fd_set* others, const timespec* timeout,
                      const sigset_t*) {
  timeval time{};
  if (timeout) time = {timeout->tv_sec, timeout->tv_nsec / 1000};
  return simulated_select(count, to_read, to_write, others, timeout ? &time : nullptr);
}

int simulated_poll(pollfd* files, nfds_t count, int timeout) {
  return wait_until([&] { return ::poll(files, count, 0); }, count > 0, of_milliseconds(timeout));
}

int simulated_ppoll(pollfd* files, nfds_t count, const timespec* timeout, const sigset_t*) {
  return wait_until([&] { return ::poll(files, count, 0); }, count > 0, timeout ? to_seconds(*timeout) : never);
}

int simulated_epoll_wait(int epoll, epoll_event* events, int most, int timeout) {
  return wait_until([&] { return ::epoll_wait(epoll, events, most, 0); }, true, of_milliseconds(timeout));
}

int simulated_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time) {
  if (is_programs_own_thread()) return ::pthread_cond_timedwait(condition, mutex, time);
  return wait_for_threads(mutex, time, CLOCK_REALTIME);
}

int simulated_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                     const timespec* time) {
  if (is_programs_own_thread()) return ::pthread_cond_clockwait(condition, mutex, clock, time);
  return wait_for_threads(mutex, time, clock);
}

int simulated_sem_timedwait(sem_t* semaphore, const timespec* time) {
  if (is_programs_own_thread()) return ::sem_timedwait(semaphore, time);
  if (::sem_trywait(semaphore) == 0) return 0;
  if (!is_valid(time)) return fail(EINVAL);
  let_pass(left_until(*time, CLOCK_REALTIME));
  return ::sem_trywait(semaphore) == 0 ? 0 : fail(ETIMEDOUT);
}
}
