#include "sim/results/event_log.hpp"

#include <algorithm>
#include <utility>

namespace daruma::results {

namespace {

/// What is written down when it happens mostly is in order.
template <class Records, class Before> void put_in_order(Records& records, Before before) {
  if (!std::is_sorted(records.begin(), records.end(), before)) std::stable_sort(records.begin(), records.end(), before);
}

} // namespace

void EventLog::metric(const std::string& name, int process, double value) {
  const auto [entry, is_new] = metrics_.try_emplace(name, Reported{process, value});
  if (!is_new && process <= entry->second.process) entry->second = {process, value};
}

void EventLog::hand_over(Result& result) {
  result.events = std::move(events_);
  result.spans = std::move(spans_);
  put_in_order(result.events, [](const auto& a, const auto& b) { return a.time < b.time; });
  put_in_order(result.spans, [](const auto& a, const auto& b) { return a.end < b.end; });
  for (const auto& [name, reported] : metrics_) result.metrics[name] = reported.value;
}

} // namespace daruma::results
