// Mesh and torus in any number of dimensions, with dimension-order routing (x first, then y, ...).
//
// Node id = x + X*y + X*Y*z + ... Neighbours are joined by one link per direction of travel. Along a
// ring of the torus a message goes the shorter way; at exactly half of an even ring it goes in the
// direction of growing coordinates. By that rule nothing ever travels down a ring of two, so such a
// ring has one link per direction, like a mesh of two, and not two parallel ones. An extent of 1 has
// no links. Source: the networks that the spare-node paper assumes (section 3).
#pragma once

#include "platforms/topology/topology.hpp"

namespace daruma::topology {

const TopologyKind& mesh();
const TopologyKind& torus();

/// Nodes visited from `from` to `to` by dimension-order routing, both included.
std::vector<int> dimension_order_route(const std::vector<int>& extents, Wrap, int from, int to);

class Grid final : public Wiring {
public:
  Grid(std::vector<int> extents, Wrap);

  std::size_t link_slots() const override;
  std::string link_name(LinkSlot) const override;
  LinkEnds ends(LinkSlot) const override;
  void route(int from, int to, std::vector<LinkSlot>& links) const override;
  std::optional<Element> router(int node) const override;

private:
  GridLine line(LinkSlot) const;

  std::vector<int> extents_;
  Wrap wrap_;
};

} // namespace daruma::topology
