// The same work on several threads at once, and the progress of a count that others watch.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace daruma {

/// The number of threads that this machine runs at once, at least one.
inline int cores_here() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

/// work(0) ... work(threads - 1), each on a thread of its own, the first on the caller's; ends when all have. `work`
/// must not throw.
inline void on_threads(int threads, const std::function<void(int)>& work) {
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads; ++i) helpers.emplace_back(work, i);
  work(0);
  for (std::thread& helper : helpers) helper.join();
}

/// What others may see of a running count, and how they end it early.
struct Progress {
  std::atomic<std::int64_t> cases{0};
  std::atomic<bool> stop{false};
};

} // namespace daruma
