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
#include <sys/stat.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

constexpr Seconds between_looks{1e-3};

Seconds length_of(const timeval& time) {
  return Seconds(static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec));
}

/// How long a socket waits at most, by that option of its; a file that is none waits for ever.
Seconds most_time(int descriptor, int option) {
  timeval time{};
  socklen_t size = sizeof time;
  const int before = errno;
  const bool has_limit =
      ::getsockopt(descriptor, SOL_SOCKET, option, &time, &size) == 0 && (time.tv_sec > 0 || time.tv_usec > 0);
  errno = before;
  return has_limit ? length_of(time) : never;
}

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

bool wait_until_readable(int descriptor) {
  const int status = ::fcntl(descriptor, F_GETFL);
  if (status < 0 || (status & O_NONBLOCK) != 0) return true;
  pollfd file{descriptor, POLLIN, 0};
  const int ready =
      wait_until([&] { return ::poll(&file, 1, 0); }, Looks::at_files, most_time(descriptor, SO_RCVTIMEO));
  if (ready == 0) errno = EAGAIN;
  return ready > 0;
}

bool may_wait_for_others(int descriptor) {
  if (descriptor <= STDERR_FILENO || !simulated_caller()) return false;
  struct stat found {};
  const int before = errno;
  const int status = ::fcntl(descriptor, F_GETFL);
  const bool may = status >= 0 && (status & O_NONBLOCK) == 0 && ::fstat(descriptor, &found) == 0 &&
                   (S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode));
  errno = before;
  return may;
}

ssize_t put_as_there_is_room(int descriptor, std::size_t size, const std::function<ssize_t(std::size_t)>& put) {
  const Seconds time = most_time(descriptor, SO_SNDTIMEO);
  std::size_t done = 0;
  do {
    const ssize_t step = retried([&] { return put(done); }, [](int error) { return error == EAGAIN; }, time, EAGAIN);
    if (step < 0) return done > 0 ? static_cast<ssize_t>(done) : -1;
    done += static_cast<std::size_t>(step);
  } while (done < size);
  return static_cast<ssize_t>(done);
}

ssize_t write_and_wait(int descriptor, const void* bytes, std::size_t size) {
  if (!may_wait_for_others(descriptor)) return ::write(descriptor, bytes, size);
  return put_as_there_is_room(descriptor, size, [=](std::size_t done) {
    const int status = ::fcntl(descriptor, F_GETFL);
    ::fcntl(descriptor, F_SETFL, status | O_NONBLOCK);
    const ssize_t written = ::write(descriptor, static_cast<const char*>(bytes) + done, size - done);
    const int error = errno;
    ::fcntl(descriptor, F_SETFL, status);
    errno = error;
    return written;
  });
}

namespace {

Looks looks_of(nfds_t files) { return files > 0 ? Looks::at_files : Looks::at_nothing; }

/// A socket that the process has from now on.
int owned(int socket) {
  note_opened(socket);
  return socket;
}

Seconds of_milliseconds(int timeout) { return timeout < 0 ? never : Seconds(1e-3 * timeout); }

} // namespace

} // namespace daruma::hosting

extern "C" {

int simulated_select(int count, fd_set* to_read, fd_set* to_write, fd_set* others, timeval* timeout) {
  const Seconds time = timeout ? length_of(*timeout) : never;
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

int simulated_socket(int domain, int kind, int protocol) { return owned(::socket(domain, kind, protocol)); }

int simulated_accept(int socket, sockaddr* from, socklen_t* length) {
  if (!wait_until_readable(socket)) return -1;
  return owned(::accept(socket, from, length));
}

int simulated_accept4(int socket, sockaddr* from, socklen_t* length, int flags) {
  if (!wait_until_readable(socket)) return -1;
  return owned(::accept4(socket, from, length, flags));
}

ssize_t simulated_send(int socket, const void* bytes, std::size_t size, int flags) {
  return simulated_sendto(socket, bytes, size, flags, nullptr, 0);
}

ssize_t simulated_sendto(int socket, const void* bytes, std::size_t size, int flags, const sockaddr* to,
                         socklen_t length) {
  const auto told = [flags](ssize_t sent) { return (flags & MSG_NOSIGNAL) != 0 ? sent : after_write(sent); };
  if ((flags & MSG_DONTWAIT) != 0 || !may_wait_for_others(socket))
    return told(::sendto(socket, bytes, size, flags, to, length));
  return told(put_as_there_is_room(socket, size, [=](std::size_t done) {
    return ::sendto(socket, static_cast<const char*>(bytes) + done, size - done, flags | MSG_DONTWAIT, to, length);
  }));
}

ssize_t simulated_recv(int socket, void* room, std::size_t size, int flags) {
  if ((flags & MSG_DONTWAIT) == 0 && !wait_until_readable(socket)) return -1;
  return ::recv(socket, room, size, flags);
}

ssize_t simulated_recvmsg(int socket, msghdr* message, int flags) {
  if ((flags & MSG_DONTWAIT) == 0 && !wait_until_readable(socket)) return -1;
  return ::recvmsg(socket, message, flags);
}

ssize_t simulated_recvfrom(int socket, void* room, std::size_t size, int flags, sockaddr* from, socklen_t* length) {
  if ((flags & MSG_DONTWAIT) == 0 && !wait_until_readable(socket)) return -1;
  return ::recvfrom(socket, room, size, flags, from, length);
}
}
