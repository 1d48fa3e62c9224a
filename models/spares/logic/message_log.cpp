#include "models/spares/logic/message_log.hpp"

#include <algorithm>
#include <cstring>

namespace daruma::models::spares {

MessageLog::MessageLog(int neighbours, Bytes message)
    : message_(message), first_(static_cast<std::size_t>(neighbours), 0) {}

void MessageLog::keep_step() {
  ++steps_;
  most_ = std::max(most_, size());
}

void MessageLog::forget_before(int neighbour, std::int64_t step) {
  std::int64_t& first = first_[static_cast<std::size_t>(neighbour)];
  first = std::max(first, step);
}

/// A neighbour of a rank that has gone back may need nothing of what that sends next.
Bytes MessageLog::size() const {
  std::int64_t messages = 0;
  for (const std::int64_t first : first_) messages += std::max<std::int64_t>(0, steps_ - first);
  return static_cast<double>(messages) * message_;
}

std::vector<std::byte> MessageLog::saved() const {
  std::vector<std::byte> bytes(first_.size() * sizeof first_.front());
  if (!bytes.empty()) std::memcpy(bytes.data(), first_.data(), bytes.size());
  return bytes;
}

void MessageLog::restore(std::int64_t steps, const std::vector<std::byte>& saved) {
  steps_ = steps;
  if (!saved.empty()) std::memcpy(first_.data(), saved.data(), saved.size());
  most_ = std::max(most_, size());
}

} // namespace daruma::models::spares
