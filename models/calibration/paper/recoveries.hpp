// Recoveries by messages, and by the formulas of the same profile.
#pragma once

#include "sim/study/reproduction.hpp"

#include <array>
#include <string>
#include <vector>

namespace daruma::models::calibration::paper {

inline constexpr std::array operation_kinds{"messages", "formulas"};

/// The scenario recovery-parts, changed, with operations of that kind; its parameters are those that they use.
scenario::Scenario recovery_by(const std::string& operations, const study::StudyContext&,
                               std::vector<scenario::Override> changes);

/// Where the time of a recovery of so many ranks each goes, at most 100 000 of them.
study::Reproduction parts_of_recoveries(const study::StudyContext&, const std::vector<int>& ranks);

} // namespace daruma::models::calibration::paper
