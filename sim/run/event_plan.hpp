// When the scenario does what: its events and the failures of its nodes.
//
// An event has a time, or comes so long after a job's n-th restart, or with a call of MPI. Failures are listed or
// drawn.
#pragma once

#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::run {

struct NodeFailure {
  Seconds time;
  int node;
};

/// When which node fails, drawn from a scenario's failure law.
///
/// Each node fails at most once: a failed node stays off. The draw of a node depends on the seed, the
/// replication and the node's number only, so that adding nodes changes nobody else's failures.
///
/// All failures of nodes in the order of time, those at one time in the order of nodes.
std::vector<NodeFailure> plan_failures(const scenario::Failures&, int nodes, std::uint64_t seed, int replication);

struct Due {
  Seconds when;
  const scenario::Event* event;
};

class EventPlan {
public:
  EventPlan(const scenario::Scenario&, int replication);

  /// The events that have a time, as the scenario lists them.
  std::vector<Due> events() const;
  /// The events that the job's restart of that number, at that time, brings about.
  std::vector<Due> events_after(std::string_view job, int restarts, Seconds when) const;
  /// The events that come when a process is in a call of MPI, before it or after it.
  std::vector<const scenario::Event*> events_during_calls() const;
  /// The failures of nodes, in the order of time.
  std::vector<NodeFailure> failures() const;
  /// What kept an event from coming in a run of these jobs: "events/0 at 0.3 s was never due: the run ended at 0.2 s".
  std::string never_due(const scenario::Event&, const std::vector<results::JobRow>&) const;
  /// Ranks that a kill takes, highest first, where so many live: the numbers of those to come stay what they are.
  std::vector<int> victims(const scenario::KillRandom&, const scenario::Event&, int living) const;

private:
  const scenario::Scenario& scenario_;
  int replication_;
};

/// The processes that a list of ranks names.
std::vector<int> victims(const scenario::KillRanks&);

} // namespace daruma::run
