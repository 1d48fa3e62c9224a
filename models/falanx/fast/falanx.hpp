// Falanx jobs of sleeping tasks without ranks: the main logic, the workers, the data store and the scheduler as what
// they ask of each other and wait for, in the order of time. For bags of a million tasks and thousands of workers.
//
// Decisions are those of models/falanx: the task queue server's servant as it is, names, buckets and batches of the
// highly available scheduler, the places of values. Costs are the scenario's: service times, messages on a machine
// joined by one crossbar, the tree store's servers (sim/treestore/steady_store.hpp). Messages do not slow each other
// down, groups are of one rank, and nobody dies.
#pragma once

#include "models/falanx/logic/sleep_order.hpp"
#include "sim/core/network.hpp"
#include "sim/core/tree_store.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace daruma::fast {

struct FalanxCase {
  models::falanx::SleepOrder order;
  Network network;
  std::vector<int> nodes; ///< of the ranks
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
  std::uint64_t model_seed = 1; ///< what the job's ranks draw from
  std::optional<TreeStore> tree_store{};
};

struct FalanxRun {
  Seconds main_logic{0}; ///< until the last task's result was there
  Seconds total{0};      ///< until the last worker has left
  int completed = 0;
  int lost_races = 0;
};

/// A pure function of its argument. A scheduler on the tree store needs one.
FalanxRun run(const FalanxCase&);

} // namespace daruma::fast
