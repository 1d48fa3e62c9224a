// What others than the Detection Manager know after a fault: whose silence they notice, and whom they blame for it.
//
// Heartbeats blame whoever they do not come from, around a ring or at node 0. Whoever looks at its own operating system
// notices a process that ended and an interface that went down, as long as that system lives; of a node that is off or
// hangs, of switches and of cables nobody tells it. (MPI library with cluster monitoring, Sakai and Ishikawa,
// section 4.) None of them names a part.
#pragma once

#include "sim/faults/health.hpp"

namespace daruma::faults {

enum class Baseline { heartbeat_ring, heartbeat_server, system };

/// The nodes that are blamed, ascending, once all has followed that does.
std::vector<int> blamed(Baseline, const Fabric&, const Health&, Seconds now);

} // namespace daruma::faults
