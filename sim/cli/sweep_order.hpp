// What the words after `sweep` ask for.
#pragma once

#include "sim/cli/run_order.hpp"
#include "sim/scenario/variation.hpp"
#include "sim/study/sweep_rule.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::cli {

struct SweepOrder {
  std::string file;
  std::vector<scenario::Override> overrides; ///< the same at every point
  std::vector<scenario::Variation> variations;
  study::SweepRule rule;
  Fidelity fidelity = Fidelity::smpi;
  int workers = 0; ///< 0: one per core
  std::filesystem::path out;
  bool on_slurm = false; ///< and not on this computer's cores
  bool is_task = false;  ///< of an array that such a sweep submitted
  bool json = false;
};

/// Throws UsageError.
SweepOrder read_sweep_order(const Given&);

} // namespace daruma::cli
