// The simulator of the migration paper (section 4): one parallel job whose processes move between nodes
// that others load, without ranks and messages.
//
// The job's work is spread evenly over its active processes. Every `interval` all of them meet at a
// barrier, where processes may be moved (models/migration); each move stops the whole job for `cost`.
// The interval is either of work (a program counts its iterations; it waits at the barrier for the
// slowest) or of wall time (a program looks at the clock; whatever each has done by then, it has done).
// The nodes have no load when the job starts. Messages of the job itself cost nothing.
#pragma once

#include "models/migration/policy.hpp"
#include "sim/base/background.hpp"

#include <optional>

namespace daruma::fast {

enum class BarrierClock { work, wall };

struct MigrationCase {
  int nodes = 8;
  int active = 8;   ///< processes that compute; nodes * per_node at most
  int per_node = 1; ///< processes of the job that a node may take
  Seconds total_work{960 * 60.0};
  Seconds interval{60};
  Seconds cost{0.3};
  BarrierClock clock = BarrierClock::work;
  Background background;
  const models::migration::Policy* policy = nullptr;
  /// Nodes take turns of this; without it they share in the fluid limit.
  std::optional<Seconds> quantum;
};

struct MigrationRun {
  Seconds makespan{0};
  int migrations = 0;
};

/// A pure function of its arguments.
MigrationRun run(const MigrationCase&, std::uint64_t seed, std::uint64_t replication);

} // namespace daruma::fast
