// The nodes of a stencil job without ranks, in a scenario whose parts break or whose nodes are switched off: what
// happens to them, and what the job asks about it (sim/faults).
#pragma once

#include "models/spares/fast/stencil.hpp"
#include "sim/faults/inquiries.hpp"
#include "sim/faults/node_history.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <map>
#include <string>
#include <vector>

namespace daruma::models::spares {

/// Ends of nodes by law or by order, in the order of time.
std::vector<fast::NodeDeath> deaths_of(const scenario::Scenario&, int replication);

class FaultyNodes final : public fast::NodeChanges, private fast::Questions {
public:
  /// Of the scenario's only job.
  FaultyNodes(const scenario::Scenario&, int replication);

  std::optional<fast::NodeChange> next() override;
  /// Null where nobody asks.
  fast::Questions* questions() { return inquiries_ ? this : nullptr; }

  /// What is told of the job's time.
  void report(Seconds end, results::Result&) const;

private:
  bool is_reason(int node, Seconds died) const override;
  Seconds ask(int asker, int node, Seconds now) override;
  void conclude(int asker, int node, Seconds now) override;
  Seconds time_to_examine(int node, double times, Seconds now) const override;
  void examine(int node, double times, Seconds now) override;
  void note(int asker, const daruma::faults::Verdict&, Seconds now);

  std::string job_;
  daruma::faults::Breakage breakage_;
  daruma::faults::NodeHistory history_;
  std::optional<daruma::faults::Inquiries> inquiries_;
  std::map<int, daruma::faults::Verdict> under_way_; ///< by the node that is asked about
  std::vector<results::Event> verdicts_;
};

} // namespace daruma::models::spares
