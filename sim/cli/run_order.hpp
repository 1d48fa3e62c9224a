// What the words after `run` ask for.
#pragma once

#include "sim/cli/command_line.hpp"
#include "sim/scenario/parse.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::cli {

struct RunOrder {
  std::string file;
  std::filesystem::path out;
  std::vector<scenario::Override> overrides;
  int replicas = 1;
  bool json = false;
  std::string on;               ///< the preset of the real MPI to run on; empty: in simulation
  std::filesystem::path runner; ///< for that MPI
  Seconds patience{60};
};

/// Throws UsageError.
RunOrder read_run_order(const Words& words);

} // namespace daruma::cli
