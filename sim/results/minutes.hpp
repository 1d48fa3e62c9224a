// What is taken down of a run, simulated or real. Rows may come in any order; at the end they are put in order of time.
#pragma once

#include "sim/results/records.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace daruma::results {

class Minutes {
public:
  void event(Seconds time, std::string kind, std::string job, int process, std::string text);
  void span(Seconds begin, Seconds end, std::string kind, std::string job, int process, std::string text);
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
