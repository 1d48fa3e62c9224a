// Which nodes a job can go on with when the network has broken into pieces.
//
// Nodes that go on have to reach each other both ways, by the routes that there are; a node is given up where it takes
// the most pairs that cannot talk with it. Nobody tells in reality: here it is the MPI runtime that gives up whom it
// cannot reach, so that its processes end.
#pragma once

#include "sim/faults/health.hpp"

#include <vector>

namespace daruma::faults {

/// Of the `candidates`, those to give up, in the order of it: who cannot talk with the most others first, of equals the
/// one with the highest number.
std::vector<int> given_up(const Fabric&, const Health&, const std::vector<int>& candidates, Seconds now);

} // namespace daruma::faults
