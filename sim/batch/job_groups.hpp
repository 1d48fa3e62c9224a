// How the times of a centre's jobs are spread, of all and by group: percentiles, and how evenly users are served.
//
// Of jobs that finished. A percentile is a value that occurs: the least one that so many percent are not above. How
// even means of users are is Jain's index ("A quantitative measure of fairness and discrimination", 1984): 1 where all
// are equal, 1/n where one of n has everything.
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/results/long_text.hpp"
#include "sim/results/records.hpp"

#include <array>
#include <vector>

namespace daruma::batch {

struct Spread {
  static constexpr std::array<double, 8> percentiles{0, 25, 50, 75, 90, 95, 99, 100};

  double mean = 0;
  std::array<double, percentiles.size()> values{};
};

/// There is at least one value.
Spread spread_of(std::vector<double> values);

/// 1 where there is nothing to share. No value is below 0.
double jain(const std::vector<double>&);

/// Response over run time, at least 1, a run of less than 10 s taken for one of 10 s (Feitelson 2001).
double bounded_slowdown(Seconds response, Seconds run);

/// Percentiles of wait, response and bounded slowdown, and how even users' means of them are.
void report_spread(const std::vector<Job>&, const History&, results::Result&);

/// groups.csv: three rows for each group of jobs by size, run time, user and partition, where there are several, and
/// for all: the spread of wait, response and bounded slowdown. Node-hours are those of kept work. Without partitions
/// jobs are grouped by the numbers that the log has for them.
results::LongText groups_table(const std::vector<Job>&, const History&, int cores,
                               const std::vector<Partition>& partitions);

} // namespace daruma::batch
