// Dragonfly: groups of routers, all groups joined with each other, with minimal routing.
//
// A group is some chassis of some routers each. The routers of a chassis are all joined with each other (the green
// network of a Cray XC), routers at the same place of the chassis of a group likewise (black), and every two groups
// by optical cables between one router of each (blue): those to group g are at the g-th router of a group. A message
// goes to that router, first along its chassis, then to its chassis, takes one blue link, and goes on in the other
// group in the same way. Nodes fill routers one after the other, routers chassis, chassis groups. Of several cables
// between two routers a message takes the one that its destination's number says.
//
// Sources: Kim, Dally, Scott, Abts, "Technology-Driven, Highly-Scalable Dragonfly Topology", ISCA 2008 (minimal
// routing: section 4); Faanes et al., "Cray Cascade: a Scalable HPC System based on a Dragonfly Network", SC12 (the
// colours). Links and their order are those of SimGrid's DragonflyZone (3.32), with three differences. SimGrid makes
// several cables one link of their joint bandwidth. It attaches blue links to a group's first chassis only, so that
// it has at most as many groups as a chassis has routers. And between two chassis of a group other than the first it
// takes the first chassis' black link, or none, when the message had to change routers before: its routes are broken
// there, these are not. Assumes that all links are alike; the adaptive and non-minimal routes that real machines also
// use under load are left out.
#pragma once

#include "platforms/topology/topology.hpp"

namespace daruma::topology {

const TopologyKind& dragonfly();

class Dragonfly final : public Wiring {
public:
  struct Sizes {
    int groups;
    int chassis; ///< of a group
    int routers; ///< of a chassis
    int nodes;   ///< of a router
    int green;   ///< cables between two routers of a chassis
    int black;   ///< between the same places of two chassis of a group
    int blue;    ///< between two groups
  };

  /// Has the routers of those groups alone that have some of the `nodes` nodes.
  Dragonfly(const Sizes&, int nodes);

  std::size_t link_slots() const override { return links_; }
  std::string link_name(LinkSlot) const override;
  LinkEnds ends(LinkSlot) const override;
  void route(int from, int to, std::vector<LinkSlot>& links) const override;

private:
  /// Places that are all joined with each other by so many cables: routers of a chassis, chassis, groups.
  struct Clique {
    int members;
    int cables;
    std::size_t first_slot;

    std::size_t slots() const { return static_cast<std::size_t>(members) * members * cables; }
    /// The slot of a link within clique number `which`; one from a member to itself stays empty.
    LinkSlot slot(int which, int from, int to, int cable) const;
  };
  struct Place {
    int group;
    int chassis;
    int router;
  };
  struct Hop {
    int which;
    int from;
    int to;
    int cable;
  };

  int routers_of_group() const { return sizes_.chassis * sizes_.routers; }
  Place place_of(int node) const;
  Place gateway(int group, int to) const;
  int number(const Place&) const;
  static Hop hop(const Clique&, LinkSlot);
  /// Within a group, along the chassis first.
  void go(Place& here, const Place& there, int destination, std::vector<LinkSlot>& links) const;

  Sizes sizes_;
  Clique green_;
  Clique black_;
  Clique blue_;
  std::size_t links_;
};

} // namespace daruma::topology
