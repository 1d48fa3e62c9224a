// Process migration, Figs. 7 and 8: run time by arrival gap and number of active processes.
#pragma once

#include "models/migration/paper/cases.hpp"

#include <vector>

namespace daruma::models::migration::paper {

inline constexpr double heaviest_gap_min = 2.5;

std::vector<study::Row> by_gap_and_active(int per_node, const study::StudyContext&);

/// The shortest time under that load, whatever the number of active processes.
double best_time(const std::vector<study::Row>&, double gap_min);
/// With as many active processes as nodes.
double time_of_all_active(const std::vector<study::Row>&, double gap_min);

study::PlotSpec by_gap();

} // namespace daruma::models::migration::paper
