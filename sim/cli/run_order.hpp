// What the words after `run` ask for.
#pragma once

#include "sim/cli/real_world.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/study/prepared_scenario.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::cli {

using study::Fidelity;

struct RunOrder {
  std::string file;
  std::filesystem::path out;
  std::vector<scenario::Override> overrides;
  int replicas = 1;
  bool json = false;
  Fidelity fidelity = Fidelity::smpi;
  RealWorld world; ///< none: in simulation
};

/// What follows --fidelity. Throws UsageError.
Fidelity parse_fidelity(const std::string& text);
/// What follows --set. Throws UsageError.
scenario::Override read_override(const std::string& text);
/// Throws UsageError.
RunOrder read_run_order(const Words& words);

} // namespace daruma::cli
