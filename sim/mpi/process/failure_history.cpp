#include "sim/mpi/process/failure_history.hpp"

#include "sim/mpi/process/process.hpp"

#include <algorithm>

namespace daruma::mpi {

bool FailureHistory::has(const Process& process) const {
  if (!process.suspected) return false;
  for (const FailureHistory* history = this; history; history = history->branch->root) {
    const auto& lengths = history->branch->lengths;
    const auto found = lengths.find(&process);
    if (found != lengths.end() && found->second <= history->length) return true;
  }
  return false;
}

const FailureHistory* FailureHistories::after(const FailureHistory* known, Process& dead) {
  auto& next = known ? known->next : first_;
  const auto is_it = [&](const FailureHistory* history) { return history->latest == &dead; };
  if (const auto found = std::find_if(next.begin(), next.end(), is_it); found != next.end()) return *found;
  if (known && known->has(dead)) return known;

  FailureBranch* const branch =
      known && next.empty() ? known->branch : &branches_.emplace_back(FailureBranch{known, {}});
  const int length = known ? known->length + 1 : 1;
  next.push_back(&all_.emplace_back(FailureHistory{&dead, known, branch, length, {}}));
  branch->lengths.emplace(&dead, length);
  return next.back();
}

} // namespace daruma::mpi
