// Scenarios at the fast fidelity: no ranks, the pure decision functions and the cost mechanisms only.
//
// One job of a model that has such a form, on a runtime whose operations cost nothing; what else each of them can do
// without ranks, it says itself. Or a centre (fast_centre.hpp).
#pragma once

#include "sim/batch/fast_centre.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::study {

/// A scenario with all that its replications share, such as a centre's logs.
class FastWorld {
public:
  /// There is no objection to the scenario, whose jobs passed their models' checks; it outlives this. Throws
  /// scenario::ScenarioError where a centre's logs are not as they have to be.
  FastWorld(const scenario::Scenario&, const std::string& file, batch::Logs&);

  /// Several threads may do so at once.
  results::Result run(int replication) const;

private:
  const scenario::Scenario& scenario_;
  std::optional<FastCentre> centre_;
};

/// Everything of a scenario that the fast fidelity cannot do, where and why; empty if it can run it.
std::vector<scenario::Problem> objections_to_fast(const scenario::Scenario&, const std::string& file, batch::Logs&);

/// Runs it once.
results::Result run_fast(const scenario::Scenario&, int replication, batch::Logs&);

/// The same of scenarios without a centre, which have no logs.
std::vector<scenario::Problem> objections_to_fast(const scenario::Scenario&, const std::string& file);
results::Result run_fast(const scenario::Scenario&, int replication);

} // namespace daruma::study
