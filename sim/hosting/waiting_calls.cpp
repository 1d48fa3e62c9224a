// Waiting for files for a time: the time passes simulated. Whether a file is ready is this computer's to say.
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/waiting.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <functional>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>

namespace daruma::hosting {

namespace {

constexpr Seconds between_looks{1e-3};

} // namespace

int wait_until(const std::function<int()>& ready, Looks looks, Seconds timeout) {
  Hosted& hosted = caller("_select or poll");
  const Seconds end = hosted.port.now() + timeout;
  for (;;) {
    const int answer = ready();
    const Seconds left = end - hosted.port.now();
    if (answer != 0 || left <= Seconds(0)) return answer;
    const Seconds next = looks == Looks::at_files ? std::min(left, between_looks) : left;
    if (let_pass(next, "_select or poll") > Seconds(0)) return fail(EINTR);
  }
}

void wait_until_readable(int descriptor) {
  const int status = ::fcntl(descriptor, F_GETFL);
  if (status < 0 || (status & O_NONBLOCK) != 0) return;
  pollfd file{descriptor, POLLIN, 0};
  wait_until([&] { return ::poll(&file, 1, 0); }, Looks::at_files, never);
}

namespace {

Looks looks_of(nfds_t files) { return files > 0 ? Looks::at_files : Looks::at_nothing; }

Seconds of_milliseconds(int timeout) { return timeout < 0 ? never : Seconds(1e-3 * timeout); }

} // namespace

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
      looks_of(static_cast<nfds_t>(count)), time);
}

int simulated_pselect(int count, fd_set* to_read, fd_set* to_write, fd_set* others, const timespec* timeout,
                      const sigset_t*) {
  timeval time{};
  if (timeout) time = {timeout->tv_sec, timeout->tv_nsec / 1000};
  return simulated_select(count, to_read, to_write, others, timeout ? &time : nullptr);
}

int simulated_poll(pollfd* files, nfds_t count, int timeout) {
  return wait_until([&] { return ::poll(files, count, 0); }, looks_of(count), of_milliseconds(timeout));
}

int simulated_ppoll(pollfd* files, nfds_t count, const timespec* timeout, const sigset_t*) {
  return wait_until([&] { return ::poll(files, count, 0); }, looks_of(count), timeout ? to_seconds(*timeout) : never);
}

int simulated_epoll_wait(int epoll, epoll_event* events, int most, int timeout) {
  return wait_until([&] { return ::epoll_wait(epoll, events, most, 0); }, Looks::at_files, of_milliseconds(timeout));
}

int simulated_accept(int socket, sockaddr* from, socklen_t* length) {
  wait_until_readable(socket);
  return ::accept(socket, from, length);
}

int simulated_accept4(int socket, sockaddr* from, socklen_t* length, int flags) {
  wait_until_readable(socket);
  return ::accept4(socket, from, length, flags);
}

ssize_t simulated_recv(int socket, void* room, std::size_t size, int flags) {
  if ((flags & MSG_DONTWAIT) == 0) wait_until_readable(socket);
  return ::recv(socket, room, size, flags);
}

ssize_t simulated_recvfrom(int socket, void* room, std::size_t size, int flags, sockaddr* from, socklen_t* length) {
  if ((flags & MSG_DONTWAIT) == 0) wait_until_readable(socket);
  return ::recvfrom(socket, room, size, flags, from, length);
}
}
