// Replications of one scenario: the same but for its random draws.
#pragma once

#include "sim/run/simulated/simulate.hpp"

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

/// Something measured in a finished run; called in the process that ran it.
using Measure = std::function<Metrics(const results::Result&)>;

/// Runs replications 0 ... count - 1, each in its own process; what `measure` made of each, in that order.
/// Throws WorkerError with the simulation's message.
std::vector<Metrics> replicate(const scenario::Scenario&, const run::Models&, int count, const Measure& measure);

/// Replication 0 of each of several scenarios, likewise.
std::vector<Metrics> run_each(const std::vector<scenario::Scenario>&, const run::Models&, const Measure& measure);

/// Per metric that occurs in at least one replication, over those in which it does.
std::map<std::string, Estimate> summarise(const std::vector<Metrics>& replications);

} // namespace daruma::study
