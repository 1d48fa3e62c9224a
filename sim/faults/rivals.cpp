#include "sim/faults/rivals.hpp"

namespace daruma::faults {

namespace {

constexpr int server = 0;

bool is_heard(int from, int by, const Fabric& fabric, const Health& health, Seconds now) {
  return health.has_processes(from, now) && health.carries(fabric.way(from, by), now);
}

bool is_missed(Rival rival, int node, const Fabric& fabric, const Health& health, Seconds now) {
  if (rival == Rival::system)
    return health.is_up(node, now) && (!health.has_processes(node, now) || !health.has_interface(node, now));
  const int watcher = rival == Rival::heartbeat_ring ? (node + 1) % fabric.nodes() : server;
  return node != watcher && health.has_processes(watcher, now) && !is_heard(node, watcher, fabric, health, now);
}

} // namespace

std::vector<int> blamed(Rival rival, const Fabric& fabric, const Health& health, Seconds now) {
  std::vector<int> nodes;
  for (int node = 0; node < fabric.nodes(); ++node)
    if (is_missed(rival, node, fabric, health, now)) nodes.push_back(node);
  return nodes;
}

} // namespace daruma::faults
