// Waiting until this computer says that a file is ready: simulated time passes, so that other processes go on.
#pragma once

#include "sim/core/units.hpp"

#include <functional>

namespace daruma::hosting {

/// Whether there is anything to look at; where there is not, time passes at once.
enum class Looks { at_files, at_nothing };

/// Asks `ready`, which does not wait, until it answers other than 0 or the time is over; how it answered last. -1 with
/// EINTR after a signal that was handled.
int wait_until(const std::function<int()>& ready, Looks looks, Seconds timeout);

/// Waits until there is something to read, unless the file is one on which no call waits. Its other end may be a
/// process of the same job, whose turn would never come while the computer waits.
void wait_until_readable(int descriptor);

} // namespace daruma::hosting
