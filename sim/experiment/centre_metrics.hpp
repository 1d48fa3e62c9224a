// What a centre's history comes to, as metrics.
#pragma once

#include "sim/centre/centre.hpp"
#include "sim/centre/swf.hpp"
#include "sim/records/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <vector>

namespace daruma::experiment {

/// What the log says itself, under "log.".
void report_log(const centre::JobLog&, int processors, records::Result&);
void report_jobs(const std::vector<centre::Job>&, const centre::History&, int processors, records::Result&);
void report_failures(const centre::History&, int cores, records::Result&);
void report_urgent(const std::vector<centre::Job>&, const centre::History&, const scenario::UrgentJobs&, int cores,
                   records::Result&);

} // namespace daruma::experiment
