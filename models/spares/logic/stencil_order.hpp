// What a stencil job was told to do.
#pragma once

#include "models/spares/logic/layout.hpp"
#include "models/spares/logic/pattern.hpp"
#include "models/spares/logic/substitution.hpp"
#include "sim/core/recovery_style.hpp"
#include "sim/core/units.hpp"

namespace daruma::models::spares {

/// Whether the ranks wait for each other before every exchange, so that messages meet on the links as the static count
/// assumes, or begin as soon as each has what it needs.
enum class Start { together, free };

/// Whether all ranks go back to a common checkpoint upon a failure, or the failed one alone.
enum class Rollback { together, alone };

/// Who makes the job whole again where processes are started in the place of the dead: the survivors, who rebuild their
/// communicator with them, or the launcher, which restarts all in place.
enum class Repair { rebuild, reinit };

struct StencilOrder {
  Layout layout;
  Policy policy;
  Wrap boundary;
  int steps;
  Bytes message;
  Flops work;
  Start start;
  RecoveryStyle recovery;
  Repair repair;
  Rollback rollback;
  Seconds stagger; ///< each rank begins each exchange later by a random time up to this
};

/// Who sends to whom in an exchange: one message to each neighbour along an axis.
inline Pattern halos_of(const StencilOrder& order) { return stencil(order.layout.job(), {1, 0, order.boundary}); }

} // namespace daruma::models::spares
