// A flat cluster: one cable from each node to one switch that is never the bottleneck.
//
// A message takes two links: up from its source, down to its destination.
#pragma once

#include "platforms/topology/topology.hpp"

namespace daruma::topology {

const TopologyKind& flat();

class Crossbar final : public Wiring {
public:
  explicit Crossbar(int nodes) : nodes_(nodes) {}

  std::size_t link_slots() const override { return 2 * static_cast<std::size_t>(nodes_); }
  std::string link_name(LinkSlot) const override;
  LinkEnds ends(LinkSlot) const override;
  void route(int from, int to, std::vector<LinkSlot>& links) const override;

private:
  int nodes_;
};

} // namespace daruma::topology
