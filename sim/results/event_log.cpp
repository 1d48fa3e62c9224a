#include "sim/results/event_log.hpp"

#include <algorithm>
#include <utility>

namespace daruma::results {

void EventLog::metric(const std::string& name, int process, double value) {
  const auto [entry, is_new] = metrics_.try_emplace(name, Reported{process, value});
  if (!is_new && process <= entry->second.process) entry->second = {process, value};
}

void EventLog::largest(const std::string& name, double value) {
  const auto [entry, is_new] = metrics_.try_emplace(name, Reported{0, value});
  if (!is_new) entry->second.value = std::max(entry->second.value, value);
}

void EventLog::hand_over(Result& result) {
  const auto events = std::move(events_);
  const auto spans = std::move(spans_);
  result.events = events.in_order([](const auto& a, const auto& b) { return a.time < b.time; });
  result.spans = spans.in_order([](const auto& a, const auto& b) { return a.end < b.end; });
  for (const auto& [name, reported] : metrics_) result.metrics[name] = reported.value;
}

} // namespace daruma::results
