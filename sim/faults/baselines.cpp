#include "sim/faults/baselines.hpp"

namespace daruma::faults {

namespace {

constexpr int server = 0;

bool is_heard(int from, int by, const Fabric& fabric, const Health& health, Seconds now) {
  return health.has_processes(from, now) && health.carries(fabric.way(from, by), now);
}

bool is_missed(Baseline baseline, int node, const Fabric& fabric, const Health& health, Seconds now) {
  if (baseline == Baseline::system)
    return health.is_up(node, now) && (!health.has_processes(node, now) || !health.has_interface(node, now));
  const int watcher = baseline == Baseline::heartbeat_ring ? (node + 1) % fabric.nodes() : server;
  return node != watcher && health.has_processes(watcher, now) && !is_heard(node, watcher, fabric, health, now);
}

} // namespace

std::vector<int> blamed(Baseline baseline, const Fabric& fabric, const Health& health, Seconds now) {
  std::vector<int> nodes;
  for (int node = 0; node < fabric.nodes(); ++node)
    if (is_missed(baseline, node, fabric, health, now)) nodes.push_back(node);
  return nodes;
}

} // namespace daruma::faults
