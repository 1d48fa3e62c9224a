// Systems beside each other under the same failures: what each costs, by how many failures are expected.
#pragma once

#include "sim/scenario/scenario.hpp"
#include "sim/study/replications.hpp"
#include "sim/study/reproduction.hpp"

#include <functional>
#include <string>
#include <vector>

namespace daruma::study {

/// What is counted of a run, by the name of its metric, which the figure has a panel for.
struct RivalCost {
  const char* title;
  const char* unit;
};

/// Nodes that may fail once in a run, each by an exponential law of that mean.
struct FailingNodes {
  int first;
  int count;
  Seconds mean;
  Seconds within; ///< who would fail later does not
};

/// A scenario's "failures": in a run of that number the same nodes of them, counted from the first, at the same times,
/// whoever asks by that name.
std::string failures_of(const FailingNodes&, const std::string& name, int run);

/// How many failures are expected in a run.
const std::vector<double>& rival_failures();

/// For each rival and how many failures are expected its runs, ten; one without failures, as all are alike then.
std::vector<scenario::Scenario>
rival_runs(std::size_t rivals,
           const std::function<scenario::Scenario(std::size_t rival, double expected, int run)>& make);

/// Of what was counted of those runs, in their order, others may follow: means with their intervals, of what exceeds
/// `without`.
std::vector<Row> rival_rows(const std::vector<std::string>& rivals, const RivalCost&, const std::vector<Metrics>& runs,
                            double without = 0);
double rival_number(const Reproduction&, const RivalCost&, const std::string& rival, double expected);
/// How to draw such rows.
PlotSpec rival_panels(const std::string& failures_label);

} // namespace daruma::study
