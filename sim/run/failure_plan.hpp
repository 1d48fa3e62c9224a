// When which node fails, drawn from a scenario's failure law.
//
// Each node fails at most once: a failed node stays off. The draw of a node depends on the seed, the
// replication and the node's number only, so that adding nodes changes nobody else's failures.
#pragma once

#include "sim/scenario/scenario.hpp"

#include <cstdint>
#include <vector>

namespace daruma::run {

struct NodeFailure {
  Seconds time;
  int node;
};

/// In order of time, then node.
std::vector<NodeFailure> plan_failures(const scenario::Failures&, int nodes, std::uint64_t seed, int replication);

} // namespace daruma::run
