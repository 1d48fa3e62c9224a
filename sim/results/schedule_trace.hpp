// A centre's schedule as a trace: who was on which nodes when, what was down or closed, and curves of cores and queue.
//
// A stay on consecutive nodes is a bar on the track of the first of them, one of jobs that share that node on a track
// below it; so there are as many bars as rows in a Gantt chart, not as many as nodes times jobs.
#pragma once

#include "sim/results/centre_rows.hpp"
#include "sim/results/trace_rows.hpp"

namespace daruma::results {

/// Numbers of processes and threads from that on are nobody else's.
void add_schedule(CentreRows, int first_number, TraceRows&);

} // namespace daruma::results
