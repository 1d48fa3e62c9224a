// The way of a message on a machine whose nodes are joined by one ideal crossbar, without the others' messages.
#pragma once

#include "sim/core/units.hpp"

namespace daruma {

struct Network {
  Seconds latency{0}; ///< between two nodes
  BytesPerSecond bandwidth{1};
  Seconds local_latency{0}; ///< between processes of one node
  BytesPerSecond local_bandwidth{1};

  Seconds time(int from, int to, Bytes size) const {
    return from == to ? local_latency + size / local_bandwidth : latency + size / bandwidth;
  }
};

} // namespace daruma
