// From measured times to the numbers of a machine description and a runtime profile.
//
// Each number has a mechanism in the simulator, and the measurements are those that this mechanism
// alone explains: messages give the loopback's latency and bandwidth; operations without failures
// give agreement, split and revoke; many deaths at once, beside one, give the detector's period; one
// death in n ranks gives the shrink, in which the time is contained that the news of a death takes.
// Laws in the number of ranks are least-squares lines with neither part below zero. Pure.
#pragma once

#include "sim/calibration/samples.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::calibration {

/// Which file a number belongs to.
enum class Document { machine, runtime };

/// Where a number stands: document and JSON pointer.
using Place = std::pair<Document, std::string>;

/// Seconds, or bytes per second at a "bandwidth". A number whose measurements are missing is missing.
using Numbers = std::map<Place, double>;

Numbers fit(const Values&);

/// y = fixed + slope * x through points of distinct x, at least one; neither part is negative.
struct Line {
  double fixed = 0;
  double slope = 0;
};
Line fit_line(const std::vector<std::pair<double, double>>& points);

} // namespace daruma::calibration
