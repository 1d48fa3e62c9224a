// What is taken down while jobs run, simulated or real. Rows may come in any order; at the end they are put in order of
// time, those of one time as they came.
#pragma once

#include "sim/results/records.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace daruma::results {

class EventLog {
public:
  void add(Event event) { events_.push_back(std::move(event)); }
  void add(Span span) { spans_.push_back(std::move(span)); }
  /// The last value that the lowest process number reported counts.
  void metric(const std::string& name, int process, double value);

  std::uint64_t entries() const { return events_.size() + spans_.size(); }

  /// Moves everything into the result.
  void hand_over(Result& result);

private:
  struct Reported {
    int process;
    double value;
  };
  std::vector<Event> events_;
  std::vector<Span> spans_;
  std::map<std::string, Reported> metrics_;
};

} // namespace daruma::results
