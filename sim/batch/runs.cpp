#include "sim/batch/runs.hpp"

#include <algorithm>

namespace daruma::batch {

void Runs::add(std::size_t number, Run run) {
  const RunningJob known = as_known(number, run);
  by_limit_.insert(std::upper_bound(by_limit_.begin(), by_limit_.end(), known), known);
  ends_.emplace(run.end, number);
  if (run.role != Role::working) being_released_ += run.processors;
  runs_.emplace(number, std::move(run));
}

Run Runs::remove(std::size_t number) {
  const auto found = runs_.find(number);
  Run run = std::move(found->second);
  runs_.erase(found);
  by_limit_.erase(std::lower_bound(by_limit_.begin(), by_limit_.end(), as_known(number, run)));
  ends_.erase({run.end, number});
  if (run.role != Role::working) being_released_ -= run.processors;
  return run;
}

} // namespace daruma::batch
