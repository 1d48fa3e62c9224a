// A job as a centre knows it: what was asked for, how long it really runs, and what may be made of its size.
//
// A flexible job's run time follows Amdahl's law: what is serial takes as long on any number of processors.
#pragma once

#include "sim/batch/swf.hpp"
#include "sim/core/units.hpp"

#include <cstdint>
#include <vector>

namespace daruma::batch {

/// Processors are those asked for; or fewer from the start, as there are; or fewer and more while it runs, too.
enum class Flexibility { rigid, mouldable, malleable };

struct Job {
  Seconds submit{0};
  Seconds run{0};   ///< above 0, on all `processors`
  Seconds limit{0}; ///< of that, at least `run`: what the scheduler knows of it
  int processors = 1;
  Flexibility flexibility = Flexibility::rigid;
  int fewest = 1;          ///< that it can do with, unless it is rigid
  double serial_share = 0; ///< of its work, unless it is rigid
  bool is_urgent = false;
};

/// A job of a log: it runs as long as it did, cut at what it asked for. Who asked for nothing is known exactly.
Job as_logged(const LoggedJob&);

/// How much longer it takes than on all that it asked for.
double stretch_on(const Job&, int processors);

/// Which shares of all jobs are flexible; by a lot for each.
struct Shares {
  double mouldable = 0;
  double malleable = 0;
  double serial_share = 0;
  double smallest = 0.25; ///< part of its processors that a flexible job can do with
};
void make_flexible(std::vector<Job>&, const Shares&, std::uint64_t seed, std::uint64_t replication);

} // namespace daruma::batch
