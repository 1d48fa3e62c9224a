// What each model reports about its job, beyond what is known of every job.
#pragma once

#include "sim/core/metric.hpp"

#include <string>
#include <vector>

namespace daruma::models {

struct ModelMetrics {
  std::string model;
  std::vector<Metric> metrics; ///< by the names that the model gives to port().metric
};

const std::vector<ModelMetrics>& metrics();

} // namespace daruma::models
