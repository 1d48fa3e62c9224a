#include "sim/core/runtime_profile.hpp"

#include <algorithm>
#include <cassert>

namespace daruma {

namespace {

/// ceil(log2 n) for n >= 1: rounds of a binary tree over n processes.
int stages(int processes) {
  int count = 0;
  for (unsigned reached = 1; reached < static_cast<unsigned>(processes); reached *= 2) ++count;
  return count;
}

} // namespace

Seconds cost(const CostLaw& law, int processes) {
  assert(processes >= 0);
  return law.fixed + law.per_process * processes + law.per_stage * stages(processes);
}

Seconds mean_detection(const Detector& detector, int nodes) {
  switch (detector.kind) {
  case DetectorKind::perfect:
    return Seconds(0);
  case DetectorKind::on_communication:
    return detector.timeout;
  case DetectorKind::serial:
    return (nodes > 1 ? detector.period_across_nodes : detector.period) / 2;
  case DetectorKind::heartbeat_ring: // heartbeats left up to a period before the death
    return detector.timeout - detector.period / 2;
  }
  return Seconds(0);
}

Seconds recovery_by_shrink(const RuntimeProfile& runtime, int processes, int nodes) {
  const Seconds revoked = cost(runtime.revoke, processes);
  const bool tells_all = runtime.detector.kind != DetectorKind::on_communication;
  const Seconds known = tells_all ? std::min(cost(runtime.propagation, processes - 1), revoked) : revoked;
  return mean_detection(runtime.detector, nodes) + known + cost(runtime.shrink, processes);
}

Seconds resize_cost(const RuntimeProfile& runtime, int from, int to, int new_nodes) {
  const Seconds split = cost(runtime.split, std::max(from, to));
  if (to <= from) return split;
  return split + runtime.spawn.fixed + runtime.spawn.per_process * (to - from) + runtime.spawn.per_node * new_nodes;
}

} // namespace daruma
