// What a centre's history comes to, as metrics.
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/swf.hpp"
#include "sim/core/units.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>
#include <vector>

namespace daruma::batch {

/// One job's time in the centre. Of one that was interrupted, what it waited afterwards counts as before its start; it
/// waits since it was eligible.
struct Execution {
  Seconds submit{0};
  Seconds start{0};
  Seconds run{0}; ///< above 0
  int processors = 1;
  Seconds lag{0};                ///< between start and end, beside its run time; below 0 if it had more processors
  std::optional<Seconds> used{}; ///< time of one core each that its work took; none: its run time on all its processors
  Seconds eligible{submit};
};

/// What became of a centre's jobs, in the numbers by which schedulers are compared (Feitelson, "Metrics for parallel
/// job scheduling and their convergence", 2001).
struct Statistics {
  Seconds mean_wait{0};
  double mean_bounded_slowdown = 0; ///< response / run, at least 1, a run of less than 10 s taken for one of 10 s
  double utilisation = 0;           ///< of all processors, from the first submission to the last end
  Seconds makespan{0};              ///< between those two
};

/// There is at least one execution.
Statistics statistics(const std::vector<Execution>&, int processors);

/// How much of all work was done on more than all processors, from 0 to 1: in a log, jobs that shared some, or a
/// mistake.
double overbooked(const std::vector<Execution>&, int processors);

/// How much of all waiting was done beside enough idle processors, from 0 to 1: not for them did those jobs wait.
/// None needs more than all processors.
double needless_wait(const std::vector<Execution>&, int processors);

/// What the log says itself, under "log.".
void report_log(const JobLog&, const std::vector<Job>&, const History&, int processors, results::Result&);
void report_jobs(const std::vector<Job>&, const History&, int processors, results::Result&);
/// What became of the time of all nodes; together it is their capacity.
void report_time(const History&, int cores, results::Result&);
/// Of that, what reservations took; where there are any.
void report_windows(const History&, int cores, results::Result&);
/// Where jobs lay, where that is chosen.
void report_placement(const History&, int cores, results::Result&);
/// How much was moved to and from the file system, and how much longer that took than alone; where anything is.
void report_file_system(const History&, const Rules&, results::Result&);
/// How often jobs changed their sizes, and what that took; where a strategy has them share, or they evolve.
void report_sharing(const History&, int cores, results::Result&);
/// What evolving jobs asked for, and what they got.
void report_growth(const History&, results::Result&);
/// What nodes drew, where it is known.
void report_energy(const History&, bool is_capped, results::Result&);
/// Of jobs that depend on others; where there are any.
void report_dependencies(const std::vector<Job>&, const History&, results::Result&);
void report_failures(const History&, results::Result&);
void report_urgent(const std::vector<Job>&, const History&, results::Result&);

} // namespace daruma::batch
