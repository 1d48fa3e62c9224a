// What the words after `diagnose` ask for.
#pragma once

#include "sim/cli/given.hpp"
#include "sim/faults/diagnosis.hpp"
#include "sim/scenario/scenario.hpp"

namespace daruma::cli {

struct DiagnoseOrder {
  scenario::Scenario scenario;
  int faults = 1; ///< at once
  std::size_t most_pairs;
  std::optional<faults::CaseSample> sample;
  std::vector<std::string> cut; ///< parts of the management network
  int threads;
  bool json;
};

/// Throws UsageError and ScenarioError.
DiagnoseOrder read_diagnose_order(const Given&);

} // namespace daruma::cli
