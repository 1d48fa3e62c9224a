// The cases that figures of the migration paper's section 4 are made of, and their rows.
#pragma once

#include "models/migration/fast/migration.hpp"
#include "sim/study/reproduction.hpp"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace daruma::study {

inline constexpr double minute_s = 60;
/// Mean times between arrivals of Fig. 6.
inline constexpr double gaps_min[] = {10, 5, 2.5};

/// Section 4.3: 8 nodes, 960 minutes of work, a service of 10 minutes, barriers by work every minute.
fast::MigrationCase case_of_paper(double gap_min, int active, int per_node);

/// Its mean run time, and what it is of.
Row row_of(const std::string& label, const fast::MigrationCase&, const Laboratory&);

/// The one row with these numbers.
const Row& find(const std::vector<Row>&, std::initializer_list<std::pair<const char*, double>> wanted);

} // namespace daruma::study
