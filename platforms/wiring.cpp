#include "platforms/wiring.hpp"

#include "platforms/crossbar.hpp"
#include "platforms/fat_tree.hpp"
#include "platforms/grid.hpp"

#include <cassert>

namespace daruma::platforms {

std::unique_ptr<Wiring> wire(const scenario::Machine& machine) {
  const scenario::Topology& topology = machine.topology;
  switch (topology.kind) {
  case scenario::TopologyKind::flat:
    return std::make_unique<Crossbar>(machine.nodes);
  case scenario::TopologyKind::fat_tree:
    return std::make_unique<FatTree>(machine.nodes, topology.down, topology.up, topology.parallel);
  case scenario::TopologyKind::mesh:
    return std::make_unique<Grid>(topology.dimensions, Wrap::none);
  case scenario::TopologyKind::torus:
    return std::make_unique<Grid>(topology.dimensions, Wrap::around);
  }
  assert(false && "unknown topology kind");
  return nullptr;
}

} // namespace daruma::platforms
