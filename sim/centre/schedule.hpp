// A centre's batch system, event by event: jobs come, wait, start where the queue policy says so, run and end.
//
// Jobs are rigid, processors alike and anywhere as good, starting and ending takes no time, nothing fails. What is due
// at the same time happens before anybody starts: first jobs end, then jobs come.
#pragma once

#include "sim/centre/queue.hpp"
#include "sim/centre/swf.hpp"

#include <vector>

namespace daruma::centre {

struct Job {
  Seconds submit{0};
  Seconds run{0};   ///< above 0
  Seconds limit{0}; ///< of its run time, at least `run`: what the scheduler knows of it
  int processors = 1;
};

/// A job of a log: it runs as long as it did, cut at what it asked for. Who asked for nothing is known exactly.
Job as_logged(const LoggedJob&);

/// When each job starts. `jobs` are sorted by time of submission; none needs more than all processors.
std::vector<Seconds> start_times(const std::vector<Job>& jobs, int processors, const QueuePolicy& policy);

} // namespace daruma::centre
