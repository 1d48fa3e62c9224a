#include "models/spares/fast/saved_checkpoints.hpp"

#include <algorithm>

namespace daruma::fast {

void SavedCheckpoints::save(std::int64_t step, const std::set<int>& but) {
  if (step > newest_)
    for (const int rank : but) behind_.emplace(rank, newest_);
  for (auto rank = behind_.begin(); rank != behind_.end();) {
    if (but.count(rank->first) == 0) rank->second = std::max(rank->second, step);
    rank = rank->second >= std::max(newest_, step) ? behind_.erase(rank) : std::next(rank);
  }
  newest_ = std::max(newest_, step);
}

std::int64_t SavedCheckpoints::oldest() const {
  std::int64_t oldest = newest_;
  for (const auto& [rank, step] : behind_) oldest = std::min(oldest, step);
  return oldest;
}

} // namespace daruma::fast
