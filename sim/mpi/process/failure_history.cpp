#include "sim/mpi/process/failure_history.hpp"

#include "sim/mpi/process/process.hpp"

#include <algorithm>

namespace daruma::mpi {

bool FailureHistory::has(const Process& process) const {
  const auto index = static_cast<std::size_t>(process.failure); // beyond all where it has not failed
  return index < failed.size() && failed[index];
}

const FailureHistory* FailureHistories::after(const FailureHistory* known, Process& dead) {
  auto& next = known ? known->next : first_;
  const auto is_it = [&](const FailureHistory* history) { return history->latest == &dead; };
  if (const auto found = std::find_if(next.begin(), next.end(), is_it); found != next.end()) return *found;

  if (dead.failure < 0) dead.failure = failures_++;
  FailureHistory& made = all_.emplace_back(FailureHistory{&dead, known, {}, {}});
  if (known) made.failed = known->failed;
  made.failed.resize(std::max(made.failed.size(), static_cast<std::size_t>(dead.failure) + 1));
  made.failed[static_cast<std::size_t>(dead.failure)] = true;
  next.push_back(&made);
  return &made;
}

} // namespace daruma::mpi
