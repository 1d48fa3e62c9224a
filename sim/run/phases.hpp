// Phases of programs, as their processes tell where they begin and end: spans, and the time that each phase takes.
//
// A phase that is open when its process is gone, or when the run ends, has lasted until then. Within itself a phase
// counts once.
#pragma once

#include "sim/core/units.hpp"
#include "sim/results/event_log.hpp"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace daruma::run {

class Phases {
public:
  explicit Phases(results::EventLog& log) : log_(log) {}

  void begin(const std::string& job, int process, const std::string& name, Seconds when);
  /// Ends the phase that the process began last.
  void end(const std::string& job, int process, Seconds when);
  void end_all_of(const std::string& job, int process, Seconds when);
  void end_all(Seconds when);

private:
  struct Open {
    std::string name;
    Seconds begin;
  };

  results::EventLog& log_;
  std::map<std::pair<std::string, int>, std::vector<Open>> open_;      ///< by job and process, the innermost last
  std::map<std::tuple<std::string, int, std::string>, Seconds> spent_; ///< by job, process and phase
};

} // namespace daruma::run
