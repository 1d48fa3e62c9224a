// DyProReconf, Tables 1 and 2: from a death to the last survivor's return from MPIX_Comm_shrink.
#pragma once

#include "sim/study/reproduction.hpp"

#include <vector>

namespace daruma::models::dyprc::paper {

/// Detection starts at a random phase of the detector's period: published single runs are compared with means.
inline constexpr int runs_over_phases = 64;

/// 8 of 12 and 20 of 24 processes lost at once, without and with the detector thread.
std::vector<study::Row> shrink_rows(const study::StudyContext&);

} // namespace daruma::models::dyprc::paper
