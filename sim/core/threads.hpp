// The same work on several threads at once, and the progress of a count that others watch.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace daruma {

/// The number of threads that this machine runs at once, at least one.
inline int cores_here() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

/// work(0) ... work(threads - 1), each on a thread of its own, the first on the caller's, and so are those for which
/// the system has no more threads; ends when none works any more. Throws what one of them threw, on the
/// caller's thread those that come first.
void on_threads(int threads, const std::function<void(int)>& work);

/// What others may see of a running count, and how they end it early.
struct Progress {
  std::atomic<std::int64_t> cases{0};
  std::atomic<bool> stop{false};
};

} // namespace daruma
