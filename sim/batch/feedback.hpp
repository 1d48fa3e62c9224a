// Users who submit their next job once they have seen the end of the last: feedback from a centre to its load, by the
// preceding jobs and think times of a log in the Standard Workload Format (its fields 17 and 18).
//
// Such a job comes its think time after that end, whenever that was in the log, so that a slow centre gets its jobs
// later (Shmueli and Feitelson, "Uncovering the effect of system performance on user behavior from traces of parallel
// systems", MASCOTS 2007). Also the end of a job that is lost is seen, and that one never will run (dependencies.hpp).
#pragma once

#include "sim/batch/job.hpp"
#include "sim/batch/left_out.hpp"
#include "sim/batch/swf.hpp"

#include <vector>

namespace daruma::batch {

/// Of each logged job which one of them it follows, by places in the log.
using Predecessors = std::vector<std::optional<std::size_t>>;

/// Those that are not in the log, or come no earlier, are told as `ignored`, and the job keeps its time.
Predecessors predecessors_in(const JobLog&, LeftOut& ignored);

/// Makes jobs follow each other. `places` has for each logged job where it is among the jobs.
void follow(std::vector<Job>& jobs, const JobLog&, const Predecessors&, const std::vector<std::size_t>& places);

} // namespace daruma::batch
