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

} // namespace daruma::models::migration::paper
