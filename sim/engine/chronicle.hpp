// Writes down what happens: events, spans and metrics in the order in which they occur.
#pragma once

#include "sim/mpi/runtime.hpp"
#include "sim/records/records.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace daruma::engine {

class Chronicle {
public:
  void event(std::string_view kind, std::string_view job, int process, std::string_view text);
  void span(std::string_view kind, std::string_view job, int process, Seconds begin, std::string_view text);
  /// The last value that the lowest process number reported counts.
  void metric(const std::string& name, int process, double value);

  std::uint64_t entries() const { return events_.size() + spans_.size(); }

  /// Moves everything into the result.
  void hand_over(records::Result& result);

private:
  struct Reported {
    int process;
    double value;
  };
  std::vector<records::Event> events_;
  std::vector<records::Span> spans_;
  std::map<std::string, Reported> metrics_;
};

} // namespace daruma::engine
