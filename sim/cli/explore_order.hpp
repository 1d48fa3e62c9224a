// What the words after `explore` ask for.
#pragma once

#include "sim/cli/command.hpp"
#include "sim/explore/exploration.hpp"
#include "sim/scenario/parse.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::cli {

struct ExploreOrder {
  std::string file;
  std::filesystem::path out;
  std::vector<scenario::Override> overrides;
  explore::Order plan;
  std::string junit;
  bool on_slurm = false; ///< and not on this computer's cores
  bool is_task = false;  ///< of an array that such an exploration submitted
  bool json = false;
};

/// Throws UsageError.
ExploreOrder read_explore_order(const Given&);

/// What the scenario promises, with what the command line says of faults before the scenario's own words; the plan is
/// told what befalls whom. Throws UsageError.
scenario::Exploration read_promise(const scenario::Scenario&, const Given&, explore::Order& plan);

/// What these words may be.
std::vector<Option> explore_options();

} // namespace daruma::cli
