#include "sim/core/checkpoint_cost.hpp"

#include <algorithm>

namespace daruma {

Seconds memory_copy(Bytes size, const StorageRates& rates) { return size / rates.memory; }

Seconds copy_together(CheckpointPlace place, Bytes size, int processes, int per_node, const StorageRates& rates) {
  const Seconds through_link = size * std::min(processes, per_node) / rates.link;
  switch (place) {
  case CheckpointPlace::local_memory:
    return memory_copy(size, rates);
  case CheckpointPlace::partner_memory:
    return through_link + memory_copy(size, rates);
  case CheckpointPlace::file_system:
    return rates.file_system_latency + std::max(size * processes / rates.file_system, through_link);
  }
  return Seconds(0);
}

} // namespace daruma
