// Writes down what happens, at the simulated time at which it does.
#pragma once

#include "sim/results/minutes.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace daruma::run {

class EventLog {
public:
  void event(std::string_view kind, std::string_view job, int process, std::string_view text);
  void span(std::string_view kind, std::string_view job, int process, Seconds begin, std::string_view text);
  void metric(const std::string& name, int process, double value) { minutes_.metric(name, process, value); }

  std::uint64_t entries() const { return minutes_.entries(); }
  void hand_over(results::Result& result) { minutes_.hand_over(result); }

private:
  results::Minutes minutes_;
};

} // namespace daruma::run
