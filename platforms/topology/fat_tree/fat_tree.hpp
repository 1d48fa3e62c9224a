// Parallel-ports generalised fat tree PGFT(h; down; up; parallel), routed by destination (D-mod-k).
//
// At level l (1 = next to the nodes) a switch has down[l-1] children, each child has up[l-1] parents,
// joined to each of them by parallel[l-1] cables. A message climbs to the lowest level that covers
// both ends; the ports it takes on the way are the digits of the destination's number, so all messages
// to one node share one path down, and shift permutations do not collide. Only switches above nodes in
// use get links: a machine may use a part of the tree. Source: Zahavi, "D-Mod-K routing providing
// non-blocking traffic for shift permutations on real life fat trees", 2010.
#pragma once

#include "platforms/topology/topology.hpp"

namespace daruma::topology {

const TopologyKind& fat_tree();

class FatTree final : public Wiring {
public:
  FatTree(int nodes, const std::vector<int>& down, const std::vector<int>& up, const std::vector<int>& parallel);

  std::size_t link_slots() const override;
  std::string link_name(LinkSlot) const override;
  LinkEnds ends(LinkSlot) const override;
  void route(int from, int to, std::vector<LinkSlot>& links) const override;

private:
  /// The cables between one level of switches and its children. A child is one of `copies` equal
  /// elements (the node itself, or a switch) above the same `leaves` nodes.
  struct Level {
    int leaves;  ///< nodes below a child
    int copies;  ///< elements that share these nodes at the child's level
    int span;    ///< nodes below a switch of this level
    int parents; ///< of each child
    int ports;   ///< of each child: parents * parallel
    std::size_t first_slot;

    int port_towards(int destination) const { return destination / copies % ports; }
    int parent_copy(int child_copy, int port) const { return child_copy + copies * (port % parents); }
  };

  LinkSlot slot(const Level&, int node, int copy, int port) const;

  std::vector<Level> levels_;
  std::size_t link_slots_ = 0;
};

} // namespace daruma::topology
