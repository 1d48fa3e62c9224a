// A scenario made ready: checked, and with everything that its replicas share, such as a centre's logs. Nothing of it
// is built a second time to run it.
#pragma once

#include "sim/batch/fast_centre.hpp"
#include "sim/batch/logs.hpp"
#include "sim/results/records.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/study/worker_pool.hpp"

#include <memory>
#include <optional>
#include <string>

namespace daruma::study {

/// smpi: every rank runs its code. fast: the same decisions are driven by events, without ranks.
enum class Fidelity { smpi, fast };

constexpr RunsPerProcess runs_per_process(Fidelity fidelity) {
  return fidelity == Fidelity::fast ? RunsPerProcess::several : RunsPerProcess::one;
}

class PreparedScenario {
public:
  /// Its jobs passed their models' checks. Throws scenario::ScenarioError with everything else that a simulation at
  /// that fidelity cannot do of it, with places in `file`.
  PreparedScenario(scenario::Scenario, const std::string& file, Fidelity, const run::Models&, batch::Logs&);

  const scenario::Scenario& scenario() const { return *scenario_; }
  Fidelity fidelity() const { return fidelity_; }

  /// Throws run::SimulationError. With ranks a process makes one. Of a run without ranks onlookers see
  /// nothing, but a supervisor that of a centre.
  results::Result run(int replica, const run::Onlookers& = {}) const;
  /// The same run, without what only files of a centre need.
  results::Result measured(int replica) const;
  /// Its metrics only, or why the simulated system broke.
  SweptRun run(const RunKey&) const;

private:
  std::unique_ptr<const scenario::Scenario> scenario_;
  Fidelity fidelity_;
  const run::Models* models_;
  std::optional<batch::FastCentre> centre_;
};

/// Whether a scenario's replicas may differ: it is certain that they do not only where nothing in it is drawn.
///
/// Of a centre its laws say so. Jobs with ranks draw more than that: the phase of a detector, what users' programs and
/// most models do; the models that can do without ranks know of themselves what they draw.
bool is_random(const scenario::Scenario&);

} // namespace daruma::study
