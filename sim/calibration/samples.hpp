// Repeated measurements of many quantities, run by run.
#pragma once

#include "sim/study/replications.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::calibration {

/// By the name of the quantity (trials.hpp), in seconds.
using Values = study::Metrics;

/// The middle of several values and how far they reach.
struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
};

/// `values` is not empty; the median of two middles is their mean.
Spread spread(std::vector<double> values);

/// Of one quantity over the runs that have it; nothing if none has.
std::optional<Spread> spread_of(const std::string& name, const std::vector<Values>& runs);

/// Of every quantity that any run has.
Values medians(const std::vector<Values>& runs);

} // namespace daruma::calibration
