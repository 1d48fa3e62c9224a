// What a centre's history comes to, as metrics.
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/swf.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <vector>

namespace daruma::batch {

/// What the log says itself, under "log.".
void report_log(const JobLog&, int processors, results::Result&);
void report_jobs(const std::vector<Job>&, const History&, int processors, results::Result&);
void report_failures(const History&, int cores, results::Result&);
void report_urgent(const std::vector<Job>&, const History&, const scenario::UrgentJobs&, int cores, results::Result&);

} // namespace daruma::batch
