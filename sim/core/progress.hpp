// What others may see of a running count, and how they end it early.
#pragma once

#include <atomic>
#include <cstdint>

namespace daruma {

struct Progress {
  std::atomic<std::int64_t> cases{0};
  std::atomic<bool> stop{false};
};

} // namespace daruma
