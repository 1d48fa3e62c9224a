// What a centre's history comes to, as metrics.
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/swf.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <vector>

namespace daruma::study {

/// What the log says itself, under "log.".
void report_log(const batch::JobLog&, int processors, results::Result&);
void report_jobs(const std::vector<batch::Job>&, const batch::History&, int processors, results::Result&);
void report_failures(const batch::History&, int cores, results::Result&);
void report_urgent(const std::vector<batch::Job>&, const batch::History&, const scenario::UrgentJobs&, int cores,
                   results::Result&);

} // namespace daruma::study
