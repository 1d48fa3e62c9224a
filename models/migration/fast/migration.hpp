// The simulator of the migration paper (section 4): one parallel job whose processes move between nodes
// that others load, without ranks and messages.
//
// The job's work is spread evenly over its active processes. Every `interval` all of them meet at a
// barrier, where processes may be moved (models/migration); each move stops the whole job for `cost`.
// The interval is either of work (a program counts its iterations; it waits at the barrier for the
// slowest) or of wall time (a program looks at the clock; whatever each has done by then, it has done).
// The nodes have no load when the job starts. Messages of the job itself take the same time in every interval,
// whatever the load; none unless the case says so.
#pragma once

#include "models/migration/logic/checkpoint_schedule.hpp"
#include "models/migration/logic/load_history.hpp"
#include "models/migration/logic/policy.hpp"
#include "sim/load/background.hpp"

#include <vector>

namespace daruma::fast {

enum class BarrierClock { work, wall };

/// The job's processes on a node, and how many of them compute at first; the others stand by.
struct Seats {
  int processes = 0;
  int computing = 0;
};

struct MigrationCase {
  int nodes = 8;
  int processors = 1; ///< of a node
  int active = 8;     ///< processes that compute; nodes * per_node at most
  int per_node = 1;   ///< processes of the job that a node may take
  Seconds total_work{960 * 60.0};
  Seconds interval{60};
  Seconds exchange{0}; ///< the job's messages, before each barrier
  /// After how many barriers processes may be moved.
  models::migration::CheckpointSchedule checkpoints{1, 0};
  Seconds cost{0.3};
  BarrierClock clock = BarrierClock::work;
  Background background;
  const models::migration::Policy* policy = nullptr;
  models::migration::SwapTerms swap{};
  /// Of each node. Without it the active ones are dealt over the nodes, each of which takes as many as `per_node` says.
  std::vector<Seats> seats;
};

struct MigrationRun {
  Seconds makespan{0};
  int migrations = 0;
};

/// A pure function of its arguments.
MigrationRun run(const MigrationCase&, std::uint64_t seed, std::uint64_t replication);

} // namespace daruma::fast
