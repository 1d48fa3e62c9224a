// What a calibration shows: the numbers with their reach, and prediction beside measurement.
#pragma once

#include "sim/calibration/calibrate.hpp"

#include <string>
#include <vector>

namespace daruma::calibration {

/// `width` characters a line at most.
std::string to_table(const std::vector<Values>& runs, const std::vector<Row>&, const Origin&, int width);

/// {mpi, cores, runs, numbers: [{document, pointer, value, least, most}], checks: [{name, role, measured_s, least_s,
/// most_s, runs, simulated_s, ratio}], samples: {quantity: [seconds, one per run that gave it]}}
std::string to_json(const std::vector<Values>& runs, const std::vector<Row>&, const Origin&);

} // namespace daruma::calibration
