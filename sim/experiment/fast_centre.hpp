// A centre at the fast fidelity: a log of jobs under the scenario's policies, beside what the log says itself.
//
// The log's own numbers differ: there jobs ran beyond what they asked for, its policy was another, and they waited for
// more than processors (limits per user, memory, nodes that were down), which their needless wait tells. A log may also
// have more processors busy than there are. Failures, urgent jobs at drawn times and who is flexible differ from
// replication to replication.
#pragma once

#include "sim/centre/centre.hpp"
#include "sim/centre/logs.hpp"
#include "sim/records/records.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::experiment {

class FastCentre {
public:
  /// The scenario has a centre, and outlives this. Throws scenario::ScenarioError with all that is in the way.
  FastCentre(const scenario::Scenario&, const std::string& file, centre::Logs&);

  /// Fills in the metrics and what happened.
  void run(int replication, records::Result&) const;

private:
  std::vector<centre::Job> jobs(std::uint64_t replication) const;
  std::unique_ptr<centre::Faults> faults(std::uint64_t replication) const;
  void tell(const centre::History&, const std::vector<centre::Job>&, records::Result&) const;

  const scenario::Scenario& scenario_;
  centre::JobLog log_;
  std::optional<centre::FailureLog> failures_;
  centre::Rules rules_;
  int too_wide_ = 0; ///< jobs of the log
};

} // namespace daruma::experiment
