#include "platforms/topology/topology.hpp"

namespace daruma::topology {

#define TOPOLOGY(name) const TopologyKind& name();
#include "platforms/topology/topologies.def"
#undef TOPOLOGY

const std::vector<const TopologyKind*>& topologies() {
  static const std::vector<const TopologyKind*> all{
#define TOPOLOGY(name) &name(),
#include "platforms/topology/topologies.def"
#undef TOPOLOGY
  };
  return all;
}

} // namespace daruma::topology
