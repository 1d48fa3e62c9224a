// What stands in for calls that wait at queues and semaphores of the system's (POSIX message queues, System V): done on
// this computer's, at which the other end may be another process of the simulation.
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/waiting.hpp"

#include <algorithm>
#include <cerrno>
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <vector>

namespace daruma::hosting {

namespace {

/// Until it answers otherwise than by this errno.
auto by(int would_wait) {
  return [would_wait](int error) { return error == would_wait; };
}

constexpr timespec long_ago{};

Seconds until(const timespec* time) {
  return std::max(Seconds(0), when_shown(*time, CLOCK_REALTIME) - caller("_mq_timedreceive").port.now());
}

ssize_t receive(mqd_t queue, char* room, std::size_t size, unsigned* priority, Seconds timeout) {
  return retried([=] { return ::mq_timedreceive(queue, room, size, priority, &long_ago); }, by(ETIMEDOUT), timeout,
                 ETIMEDOUT);
}

int send(mqd_t queue, const char* message, std::size_t size, unsigned priority, Seconds timeout) {
  return retried([=] { return ::mq_timedsend(queue, message, size, priority, &long_ago); }, by(ETIMEDOUT), timeout,
                 ETIMEDOUT);
}

/// Where one of them is not to wait, none does.
int operate(int set, const sembuf* operations, std::size_t count, Seconds timeout) {
  std::vector<sembuf> all(operations, operations + count);
  const bool may_wait =
      std::none_of(all.begin(), all.end(), [](const sembuf& one) { return one.sem_flg & IPC_NOWAIT; });
  for (sembuf& one : all) one.sem_flg = static_cast<short>(one.sem_flg | IPC_NOWAIT);
  const auto attempt = [&] { return ::semop(set, all.data(), all.size()); };
  return may_wait ? retried(attempt, by(EAGAIN), timeout, EAGAIN) : attempt();
}

} // namespace

} // namespace daruma::hosting

extern "C" {

ssize_t simulated_mq_receive(mqd_t queue, char* room, std::size_t size, unsigned* priority) {
  return receive(queue, room, size, priority, never);
}
ssize_t simulated_mq_timedreceive(mqd_t queue, char* room, std::size_t size, unsigned* priority, const timespec* time) {
  if (!is_valid(time)) return fail(EINVAL);
  return receive(queue, room, size, priority, until(time));
}
int simulated_mq_send(mqd_t queue, const char* message, std::size_t size, unsigned priority) {
  return send(queue, message, size, priority, never);
}
int simulated_mq_timedsend(mqd_t queue, const char* message, std::size_t size, unsigned priority,
                           const timespec* time) {
  if (!is_valid(time)) return fail(EINVAL);
  return send(queue, message, size, priority, until(time));
}

ssize_t simulated_msgrcv(int queue, void* message, std::size_t size, long type, int flags) {
  const auto attempt = [=] { return ::msgrcv(queue, message, size, type, flags | IPC_NOWAIT); };
  return (flags & IPC_NOWAIT) != 0 ? attempt() : retried(attempt, by(ENOMSG));
}
int simulated_msgsnd(int queue, const void* message, std::size_t size, int flags) {
  const auto attempt = [=] { return ::msgsnd(queue, message, size, flags | IPC_NOWAIT); };
  return (flags & IPC_NOWAIT) != 0 ? attempt() : retried(attempt, by(EAGAIN));
}

int simulated_semop(int set, sembuf* operations, std::size_t count) { return operate(set, operations, count, never); }
int simulated_semtimedop(int set, sembuf* operations, std::size_t count, const timespec* time) {
  if (time && !is_valid(time)) return fail(EINVAL);
  return operate(set, operations, count, time ? to_seconds(*time) : never);
}
}
