// What is reported of jobs whatever they run: the names that no program may give to a number of its own.
#pragma once

#include "sim/core/metric.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace daruma {

struct JobMetrics {
  std::string reporter; ///< for a heading, such as "a job with a deadline"
  std::vector<Metric> metrics;
};

const std::vector<JobMetrics>& job_metrics();

/// Whether there is a metric of that very name among them.
bool is_job_metric(std::string_view name);

} // namespace daruma
