#include "sim/run/phases.hpp"

#include <algorithm>

namespace daruma::run {

void Phases::begin(const std::string& job, int process, const std::string& name, Seconds when) {
  open_[{job, process}].push_back({name, when});
}

void Phases::end(const std::string& job, int process, Seconds when) {
  std::vector<Open>& open = open_[{job, process}];
  if (open.empty()) return;
  const Open phase = std::move(open.back());
  open.pop_back();
  log_.add(results::Span{phase.begin, when, "phase." + phase.name, job, process, ""});
  if (std::any_of(open.begin(), open.end(), [&phase](const Open& outer) { return outer.name == phase.name; })) return;
  Seconds& spent = spent_[{job, process, phase.name}];
  spent += when - phase.begin;
  log_.largest(job + ".phase." + phase.name + "_s", spent.count());
}

void Phases::end_all_of(const std::string& job, int process, Seconds when) {
  const auto open = open_.find({job, process});
  if (open == open_.end()) return;
  while (!open->second.empty()) end(job, process, when);
  open_.erase(open);
}

void Phases::end_all(Seconds when) {
  while (!open_.empty()) {
    const auto [job, process] = open_.begin()->first;
    end_all_of(job, process, when);
  }
}

} // namespace daruma::run
