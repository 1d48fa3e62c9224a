// A centre at the fast fidelity: a log of jobs under the scenario's policies, beside what the log says itself.
//
// The log's own numbers differ: there jobs ran beyond what they asked for, its policy was another, and they waited for
// more than processors (limits per user, memory, nodes that were down), which their needless wait tells. A log may also
// have more processors busy than there are. Failures, urgent jobs at drawn times and who is flexible differ from
// replication to replication.
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/feedback.hpp"
#include "sim/batch/logged_dependencies.hpp"
#include "sim/batch/logs.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/scenario.hpp"

#include <memory>
#include <string>
#include <vector>

namespace daruma::batch {

class FastCentre {
public:
  /// The scenario has a centre, and outlives this. Throws scenario::ScenarioError with all that is in the way.
  FastCentre(const scenario::Scenario&, const std::string& file, Logs&);

  /// What a run leaves behind.
  enum class Leaves { metrics, everything };
  /// Fills in the metrics and, of everything, what happened and the tables (centre_tables.hpp, job_groups.hpp). What is
  /// there of a run that the supervisor cuts is of jobs that had ended.
  void run(int replication, results::Result&, Leaves = Leaves::everything, Supervisor* supervisor = nullptr) const;

private:
  void find_predecessors();
  std::vector<Job> jobs(std::uint64_t replication) const;
  Faults faults(std::uint64_t replication) const;
  void report(const std::vector<Job>&, const History&, results::Result&) const;
  void tell(const History&, const std::vector<std::string>& names, results::Result&) const;

  const scenario::Scenario& scenario_;
  std::shared_ptr<const JobLog> log_;
  std::shared_ptr<const FailureLog> failures_; ///< none: there is no such log
  Rules rules_;
  int too_wide_ = 0;          ///< jobs of the log
  Predecessors predecessors_; ///< where there is feedback
  LeftOut not_followed_;
  LoggedDependencies dependencies_;
  LeftOut not_awaited_;
};

} // namespace daruma::batch
