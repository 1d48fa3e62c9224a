#include "sim/mpi/transport/interruptions.hpp"

#include <algorithm>

namespace daruma::mpi {

void Interruptions::end(const Partition& partition) {
  partitions_.erase(std::find_if(partitions_.begin(), partitions_.end(), [&](const Partition& one) {
    return one.one == partition.one && one.other == partition.other;
  }));
}

bool Interruptions::are_apart(const Host& from, const Host& to) const {
  const auto keeps_apart = [&](const Partition& partition) {
    const auto has = [](const Nodes& nodes, const Host& node) { return nodes.count(&node) > 0; };
    return (has(partition.one, from) && has(partition.other, to)) ||
           (has(partition.one, to) && has(partition.other, from));
  };
  return hangs(from) || hangs(to) || std::any_of(partitions_.begin(), partitions_.end(), keeps_apart);
}

} // namespace daruma::mpi
