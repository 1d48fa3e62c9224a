#include "sim/batch/runs.hpp"

namespace daruma::batch {

void Runs::add(std::size_t number, Run run) {
  ends_.emplace(run.end, number);
  runs_.emplace(number, std::move(run));
}

Run Runs::remove(std::size_t number) {
  const auto found = runs_.find(number);
  Run run = std::move(found->second);
  runs_.erase(found);
  ends_.erase({run.end, number});
  return run;
}

} // namespace daruma::batch
