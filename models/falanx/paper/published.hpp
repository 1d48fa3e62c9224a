// Falanx, Table 2, as published, and the metrics that its runs are compared by.
#pragma once

#include "sim/study/replications.hpp"
#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::models::falanx::paper {

/// A row of the table, in s.
struct Published {
  const char* length;
  double setup_s;
  double main_logic_s;
  double total_s;
};

/// One of the paper's schedulers.
struct Implementation {
  const char* name;
  const char* scenario;
  Published rows[2];
};

inline constexpr Implementation one_rank{
    "one rank", "falanx-table2", {{"1s", 0.806, 2.853, 503.658}, {"2s", 0.807, 2.611, 1003.417}}};
inline constexpr Implementation highly_available{
    "highly available", "falanx-table2-ha", {{"1s", 1.182, 157.253, 658.435}, {"2s", 0.858, 77.080, 1077.938}}};

/// How often a Starter found a task taken, over all Starters.
inline double races_in(const study::Metrics& metrics) {
  double races = 0;
  for (const auto& [name, value] : metrics)
    if (name.rfind("bag.lost_races_", 0) == 0) races += value;
  return races;
}

} // namespace daruma::models::falanx::paper
