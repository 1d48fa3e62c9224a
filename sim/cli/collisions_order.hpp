// What the words after `collisions` ask for.
#pragma once

#include "models/spares/logic/campaign.hpp"
#include "sim/cli/given.hpp"
#include "sim/scenario/scenario.hpp"

namespace daruma::cli {

namespace spares = daruma::models::spares;

struct CollisionsOrder {
  spares::Layout layout;
  spares::Pattern pattern;
  spares::Policy policy;
  int failures = 1;
  spares::Victims victims = spares::Victims::job;
  std::optional<spares::Sample> sample;
  int whole_message = 1; ///< collisions are counted in parts of a message: how many make one
  int threads = 1;
  std::optional<Bytes> state; ///< of a rank, which moves with it
  int rearrange = 0;          ///< ranks that may move again after the worst case; 0: none
  std::uint64_t seed = 1;
  bool json = false;

  spares::Campaign campaign() const { return {layout, pattern, policy, failures, victims, sample}; }
};

/// A job without spares on the first nodes of a machine, rank r on node r.
struct MachineOrder {
  scenario::Machine machine;
  spares::Pattern pattern;
  int whole_message = 1; ///< collisions are counted in parts of a message: how many make one
  bool json = false;
};

/// What the words ask for if they name a machine, whatever its topology. Throws UsageError and ScenarioError.
std::optional<MachineOrder> read_machine_order(const Given&);

/// On a mesh or torus of the job and its spares. Throws UsageError.
CollisionsOrder read_collisions_order(const Given&);

} // namespace daruma::cli
