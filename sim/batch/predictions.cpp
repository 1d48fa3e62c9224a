#include "sim/batch/predictions.hpp"

#include <algorithm>

namespace daruma::batch {

void Predictions::ended(int user, Seconds run) {
  Last& last = users_[user];
  last.runs[static_cast<std::size_t>(last.count % 2)] = run;
  ++last.count;
}

Seconds Predictions::of(int user, Seconds limit) const {
  const auto found = users_.find(user);
  if (found == users_.end()) return limit;
  const auto& [runs, count] = found->second;
  return std::min(limit, count == 1 ? runs[0] : (runs[0] + runs[1]) / 2);
}

Seconds extension(int times) {
  constexpr std::array<double, 11> minutes{1, 5, 15, 30, 60, 120, 300, 600, 1200, 3000, 6000};
  return Seconds(60 * minutes[static_cast<std::size_t>(std::min(times, 10))]);
}

} // namespace daruma::batch
