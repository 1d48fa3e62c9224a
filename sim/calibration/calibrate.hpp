// Measures a real MPI, fits a machine and a runtime profile, and holds what they predict against more measurements.
//
// The probes are programs like any other: whoever calls says how a scenario is run for real and how it
// is simulated, so that a simulated MPI can be calibrated as well, which is how this is tested.
#pragma once

#include "sim/calibration/descriptions.hpp"
#include "sim/calibration/trials.hpp"
#include "sim/scenario/parse.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace daruma::calibration {

/// The metrics of a run of the scenario; nothing if it came to no good end.
using World = std::function<std::optional<study::Metrics>(const scenario::Scenario&)>;

/// Called before each measurement, with what is measured.
using Progress = std::function<void(const std::string& what)>;

/// The name of the one job, before its metrics.
inline constexpr const char* job_name = "probe";

/// Runs every trial once per run; what a run of a trial did not give is missing from its values.
std::vector<Values> measure(const std::vector<Trial>&, int runs, const World& real, const scenario::Surroundings&,
                            const Progress&);

/// A check with its outcome.
struct Row {
  std::string name;
  bool is_fitted;
  Spread measured;
  int runs; ///< that gave it
  double simulated;
};

/// One per check that was measured.
std::vector<Row> hold_against(const std::vector<Check>&, const std::vector<Values>& runs, const Descriptions&,
                              const World& simulated, const scenario::Surroundings&, const Progress&);

} // namespace daruma::calibration
