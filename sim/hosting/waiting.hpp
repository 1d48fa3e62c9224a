// Waiting until this computer says that a file is ready: simulated time passes, so that other processes go on.
#pragma once

#include "sim/core/units.hpp"

#include <cerrno>
#include <cstddef>
#include <functional>
#include <sys/types.h>

namespace daruma::hosting {

/// Whether there is anything to look at; where there is not, time passes at once.
enum class Looks { at_files, at_nothing };

/// Asks `ready`, which does not wait, until it answers other than 0 or the time is over; how it answered last. -1 with
/// EINTR after a signal that was handled.
int wait_until(const std::function<int()>& ready, Looks looks, Seconds timeout);

/// Calls `attempt`, which does not wait, until it answers otherwise than below 0 with an errno of which `would_wait`
/// holds; what it answered last. -1 with EINTR after a signal that was handled, with `late` once the time is over.
template <class Attempt, class WouldWait>
auto retried(Attempt attempt, WouldWait would_wait, Seconds timeout = never, int late = 0) {
  decltype(attempt()) answer = -1;
  const int how = wait_until(
      [&] {
        answer = attempt();
        return answer < 0 && would_wait(errno) ? 0 : 1;
      },
      Looks::at_files, timeout);
  if (how == 0) errno = late;
  if (how <= 0) answer = -1;
  return answer;
}

/// Opens a FIFO as fopen does, and waits for who opens its other end. -1 with errno.
int open_fifo_in(const char* mode, const char* path);

/// Waits until there is something to read, unless the file is one on which no call waits. Its other end may be a
/// process of the same job, whose turn would never come while the computer waits. False, with errno, if there is
/// nothing once the socket's time for that (SO_RCVTIMEO) is over, or a signal was handled before.
bool wait_until_readable(int descriptor);

/// Whether a simulated process that reads or writes there may have to wait for another one: at a pipe, a FIFO or a
/// socket, unless it is one on which no call waits.
bool may_wait_for_others(int descriptor);
/// Puts `size` bytes there as there is room for them, each time within the socket's time for that (SO_SNDTIMEO).
/// `put(done)` tries it with those behind the first `done`, without waiting, and says how many it has put, or -1 with
/// errno. What write() answers.
ssize_t put_as_there_is_room(int descriptor, std::size_t size, const std::function<ssize_t(std::size_t done)>& put);
/// As write(), but where others may be waited for the simulation goes on meanwhile.
ssize_t write_and_wait(int descriptor, const void* bytes, std::size_t size);

} // namespace daruma::hosting
