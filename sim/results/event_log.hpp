// What is taken down while jobs run, simulated or real. RowList may come in any order; at the end they are put in order
// of time, those of one time as they came.
#pragma once

#include "sim/results/records.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace daruma::results {

class EventLog {
public:
  /// Decides whether a row is kept, by its kind, job and process.
  using Wants = std::function<bool(const std::string& kind, const std::string& job, int process)>;

  /// From now on only the rows that these want are kept. Metrics always are.
  void keep_only(Wants events, Wants spans) {
    wants_event_ = std::move(events);
    wants_span_ = std::move(spans);
  }

  void add(Event event) {
    ++entries_;
    if (!wants_event_ || wants_event_(event.kind, event.job, event.process)) events_.push_back(std::move(event));
  }
  void add(Span span) {
    ++entries_;
    if (!wants_span_ || wants_span_(span.kind, span.job, span.process)) spans_.push_back(std::move(span));
  }
  /// The last value that the lowest process number reported counts.
  void metric(const std::string& name, int process, double value);
  /// The largest value that was reported counts.
  void largest(const std::string& name, double value);

  /// How many rows came, kept or not.
  std::uint64_t entries() const { return entries_; }

  /// Moves everything into the result.
  void hand_over(Result& result);

private:
  struct Reported {
    int process;
    double value;
  };
  Wants wants_event_; ///< empty: all are kept
  Wants wants_span_;
  std::uint64_t entries_ = 0;
  RowList<Event> events_;
  RowList<Span> spans_;
  std::map<std::string, Reported> metrics_;
};

} // namespace daruma::results
