// Replications of one scenario: the same but for its random draws.
#pragma once

#include "sim/core/threads.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/study/prepared_scenario.hpp"
#include "sim/study/worker_pool.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace daruma::study {

using Metrics = std::map<std::string, double>;

/// A metric over replications: mean, and half the width of the 95 % confidence interval of the mean (Student's t).
struct Estimate {
  int count = 0;
  double mean = 0;
  double half_width = 0;
  double least = 0;
  double most = 0;
};

/// Pure; `values` is not empty. One value has no interval, nor have values that are equal but for rounding:
/// half_width 0.
Estimate estimate(const std::vector<double>& values);

/// Runs first ... first + count - 1, on `workers` cores at a time (0: on all).
struct RunRange {
  int first = 0;
  int count = 1;
  int workers = 0;
};

/// What run(number) gave for each, in that order; called in other processes. Throws WorkerError with the message of the
/// first one that threw.
std::vector<Metrics> on_all_cores(const RunRange&, RunsPerProcess, const std::function<Metrics(int)>& run);

/// Something measured in a finished run; called in the process that ran it.
using Measure = std::function<Metrics(const results::Result&)>;
Metrics all_metrics(const results::Result&);

/// Replicas of a scenario, and what `measure` made of each.
std::vector<Metrics> replicate(const PreparedScenario&, const RunRange&, const Measure& measure = all_metrics);
/// Replicas 0 ... count - 1 with ranks.
std::vector<Metrics> replicate(const scenario::Scenario&, const run::Models&, int count,
                               const Measure& measure = all_metrics);

/// Replicas 0 ... count - 1 of a centre, or of jobs that can do without ranks.
std::vector<Metrics> replicate_without_ranks(const scenario::Scenario&, const run::Models&, int count);

/// Replica 0 of each of several scenarios, with ranks.
std::vector<Metrics> run_each(const std::vector<scenario::Scenario>&, const run::Models&,
                              const Measure& measure = all_metrics);

/// Per metric that occurs in at least one replication, over those in which it does.
std::map<std::string, Estimate> summarise(const std::vector<Metrics>& replications);

/// The mean of each metric over all replicas takes the place of its value in the first one's result.
void take_means(results::Result& first, const std::vector<Metrics>& replicas);

/// Asks `is_done`, which takes so long to say no, until it says yes, or as long as it wants to.
using Wait = std::function<void(const std::function<bool(Seconds)>& is_done)>;

/// The first of several replicas with everything that was recorded of it, and with the means of all. Those that have
/// not been made when `wait` comes back are given up, but for the first. Throws run::SimulationError of the first
/// replica, WorkerError of the others.
results::Result run_replicas(const PreparedScenario&, int count, Progress&, const Wait& wait);

struct Precision {
  int most = 1000;     ///< replications
  double relative = 0; ///< enough where half the 95 % interval is not above this part of the mean; 0: all are made
};

/// At least two values, and they are precise.
bool is_enough(const Estimate&, const Precision&);

/// One number of a replication; called in another process.
using Replication = std::function<double(int replication)>;

/// A mean over as many replications as it takes, on all cores.
///
/// For models without ranks, of which a process makes several. Replications come in batches of fixed size, and whether
/// there are enough is asked between batches: the answer is the same on any number of cores.
/// `workers` 0: one per core. `most` is at least 1.
Estimate estimate_until(const Precision&, const Replication&, int workers = 0);

} // namespace daruma::study
