// The cases that figures of the migration paper's section 4 are made of, and their rows.
#pragma once

#include "models/migration/fast/migration.hpp"
#include "sim/study/reproduction.hpp"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace daruma::models::migration::paper {

inline constexpr const char* paper_name = "Process Migratable MPI Program (Yazawa, Hibino)";

inline constexpr double minute_s = 60;
/// Mean times between arrivals of Fig. 6.
inline constexpr double gaps_min[] = {10, 5, 2.5};

/// Section 4.3: 8 nodes, 960 minutes of work, a service of 10 minutes, barriers by work every minute.
fast::MigrationCase case_of_paper(double gap_min, int active, int per_node);
/// Where these numbers come from.
Parameters parameters_of_cases();

/// Its mean run time, and what it is of.
study::Row row_of(const std::string& label, const fast::MigrationCase&, const study::StudyContext&);

/// The one row with these numbers.
const study::Row& find(const std::vector<study::Row>&, std::initializer_list<std::pair<const char*, double>> wanted);

/// The shortest mean gap between arrivals of Figs. 7 and 8: the heaviest load.
inline constexpr double heaviest_gap_min = 2.5;

/// Process migration, Figs. 7 and 8: run time by arrival gap and number of active processes.
std::vector<study::Row> by_gap_and_active(int per_node, const study::StudyContext&);

/// The shortest time under that load, whatever the number of active processes.
double best_time(const std::vector<study::Row>&, double gap_min);
/// With as many active processes as nodes.
double time_of_all_active(const std::vector<study::Row>&, double gap_min);

/// How to draw rows: run times with their intervals over a field, a line for each value of `series`.
study::PlotSpec run_times(const study::Axis& over, const std::string& series, study::Scale = study::Scale::linear);

/// Process migration, Figs. 9 and 10: run time by arrival gap over migration interval, the load of a node 1/8.
study::Reproduction granularity_figure(const char* title, int per_node, const study::StudyContext&);

} // namespace daruma::models::migration::paper
