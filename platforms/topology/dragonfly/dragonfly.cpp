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
#include "platforms/topology/topology.hpp"

#include <cmath>

namespace daruma::topology {

namespace {

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

  /// Has the routers of those groups alone that have some of the `nodes` nodes. Slots: a pair for each node, then those
  /// of the chassis, of the routers at the same place of a group, of the groups.
  Dragonfly(const Sizes& sizes, int nodes) : sizes_(sizes) {
    const int of_group = routers_of_group() * sizes.nodes;
    const int groups = (nodes + of_group - 1) / of_group;
    green_ = {sizes.routers, sizes.green, 2 * static_cast<std::size_t>(nodes)};
    black_ = {sizes.chassis, sizes.black, green_.first_slot + green_.slots() * groups * sizes.chassis};
    blue_ = {groups, sizes.blue, black_.first_slot + black_.slots() * groups * sizes.routers};
    links_ = blue_.first_slot + blue_.slots();
  }

  std::size_t link_slots() const override { return links_; }
  std::string link_name(LinkSlot slot) const override {
    const auto is_empty = [slot](const Clique& clique) {
      const Hop one = hop(clique, slot);
      return one.from == one.to;
    };
    if (slot >= green_.first_slot && is_empty(slot < black_.first_slot  ? green_
                                              : slot < blue_.first_slot ? black_
                                                                        : blue_))
      return "";
    return topology::link_name(ends(slot));
  }

  LinkEnds ends(LinkSlot slot) const override {
    if (slot < green_.first_slot) {
      const int node = static_cast<int>(slot / 2);
      const Element low{0, node};
      const Element high{1, number(place_of(node))};
      return slot % 2 == 0 ? LinkEnds{low, high, 0} : LinkEnds{high, low, 0};
    }
    const auto joined = [](int from, int to, int cable) { return LinkEnds{{1, from}, {1, to}, cable}; };
    if (slot < black_.first_slot) {
      const Hop along = hop(green_, slot);
      return joined(along.which * sizes_.routers + along.from, along.which * sizes_.routers + along.to, along.cable);
    }
    if (slot < blue_.first_slot) {
      const Hop across = hop(black_, slot);
      const int group = across.which / sizes_.routers;
      const int router = across.which % sizes_.routers;
      return joined(number({group, across.from, router}), number({group, across.to, router}), across.cable);
    }
    const Hop far = hop(blue_, slot);
    return joined(number(gateway(far.from, far.to)), number(gateway(far.to, far.from)), far.cable);
  }

  void route(int from, int to, std::vector<LinkSlot>& links) const override {
    Place here = place_of(from);
    const Place there = place_of(to);
    links.push_back(2 * static_cast<LinkSlot>(from));
    if (here.group != there.group) {
      go(here, gateway(here.group, there.group), to, links);
      links.push_back(blue_.slot(0, here.group, there.group, to % sizes_.blue));
      here = gateway(there.group, here.group);
    }
    go(here, there, to, links);
    links.push_back(2 * static_cast<LinkSlot>(to) + 1);
  }

private:
  /// Places that are all joined with each other by so many cables: routers of a chassis, chassis, groups.
  struct Clique {
    int members;
    int cables;
    std::size_t first_slot;

    std::size_t slots() const { return static_cast<std::size_t>(members) * members * cables; }
    /// The slot of a link within clique number `which`; one from a member to itself stays empty.
    LinkSlot slot(int which, int from, int to, int cable) const {
      const auto pair = (static_cast<std::size_t>(which) * members + from) * members + to;
      return first_slot + pair * cables + cable;
    }
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
  Place place_of(int node) const {
    const int router = node / sizes_.nodes;
    return {router / routers_of_group(), router / sizes_.routers % sizes_.chassis, router % sizes_.routers};
  }

  /// The router of a group that is joined with another group.
  Place gateway(int group, int to) const { return {group, to / sizes_.routers, to % sizes_.routers}; }

  int number(const Place& place) const {
    return (place.group * sizes_.chassis + place.chassis) * sizes_.routers + place.router;
  }

  static Hop hop(const Clique& clique, LinkSlot slot) {
    const std::size_t cable = slot - clique.first_slot;
    const std::size_t pair = cable / clique.cables;
    const std::size_t member = pair / clique.members;
    return {static_cast<int>(member / clique.members), static_cast<int>(member % clique.members),
            static_cast<int>(pair % clique.members), static_cast<int>(cable % clique.cables)};
  }

  /// Within a group, along the chassis first.
  void go(Place& here, const Place& there, int destination, std::vector<LinkSlot>& links) const {
    if (here.router != there.router)
      links.push_back(green_.slot(here.group * sizes_.chassis + here.chassis, here.router, there.router,
                                  destination % sizes_.green));
    if (here.chassis != there.chassis)
      links.push_back(black_.slot(here.group * sizes_.routers + there.router, here.chassis, there.chassis,
                                  destination % sizes_.black));
    here = there;
  }

  Sizes sizes_;
  Clique green_;
  Clique black_;
  Clique blue_;
  std::size_t links_;
};

Dragonfly::Sizes sizes_of(const Shape& shape) {
  const auto one = [&](const char* name) { return shape.at(name).front(); };
  const std::vector<int>& parallel = shape.at("parallel");
  return {one("groups"),
          one("chassis_per_group"),
          one("routers_per_chassis"),
          one("nodes_per_router"),
          parallel[0],
          parallel[1],
          parallel[2]};
}

class DragonflyKind final : public TopologyKind {
public:
  std::string_view name() const override { return "dragonfly"; }
  std::string meaning() const override {
    return "groups of routers, all groups joined with each other, routed along the shortest way";
  }
  std::vector<Parameter> parameters() const override {
    return {{"groups", "groups of routers"},
            {"chassis_per_group", "chassis of a group; routers at the same place of each are joined with each other"},
            {"routers_per_chassis", "routers of a chassis, all joined with each other"},
            {"nodes_per_router", "nodes that each have a link to the same router"},
            {"parallel",
             "cables between two routers of a chassis, between two chassis, and between two groups",
             Parameter::Form::list,
             {1, 1, 1},
             3,
             3}};
  }
  std::string mismatch(const Shape& shape) const override {
    const Dragonfly::Sizes sizes = sizes_of(shape);
    const int routers = places_of({sizes.chassis, sizes.routers});
    if (sizes.groups <= routers) return "";
    return "a group's cables to each of the " + std::to_string(sizes.groups) +
           " groups need a router of their own, and a group of " + std::to_string(sizes.chassis) + "x" +
           std::to_string(sizes.routers) + " routers has " + std::to_string(routers);
  }
  Occupancy occupancy() const override { return Occupancy::first_places; }
  int places(const Shape& shape) const override {
    const Dragonfly::Sizes sizes = sizes_of(shape);
    return places_of({sizes.groups, sizes.chassis, sizes.routers, sizes.nodes});
  }
  std::string text(const Shape& shape) const override {
    const Dragonfly::Sizes sizes = sizes_of(shape);
    return "a dragonfly of " + std::to_string(sizes.groups) + " groups of " + std::to_string(sizes.chassis) + "x" +
           std::to_string(sizes.routers) + " routers";
  }
  std::unique_ptr<const Wiring> wire(const Shape& shape, int nodes) const override {
    return std::make_unique<Dragonfly>(sizes_of(shape), nodes);
  }
  std::vector<SwitchLevel> switch_levels(const Shape& shape) const override { return {{sizes_of(shape).nodes, 1}}; }
  Drawing draw(const Shape& shape, int nodes) const override;
};

/// Groups in rows of about as many as there are rows. In a group a chassis lies below the other, and in a chassis each
/// router above its column of nodes.
Drawing DragonflyKind::draw(const Shape& shape, int nodes) const {
  const Dragonfly::Sizes sizes = sizes_of(shape);
  const int of_chassis = sizes.routers * sizes.nodes;
  const int of_group = sizes.chassis * of_chassis;
  const int groups = (nodes + of_group - 1) / of_group;
  const int across = static_cast<int>(std::ceil(std::sqrt(groups)));
  constexpr int above = 2; // a row for the label, one for the routers
  const int width = sizes.routers + 1;
  const int height = sizes.chassis * (sizes.nodes + above);
  Drawing drawing{across * width - 1, (groups + across - 1) / across * height, {}};
  for (int router = 0; router < groups * sizes.chassis * sizes.routers; ++router) {
    const int group = router / (sizes.chassis * sizes.routers);
    const int chassis = router / sizes.routers % sizes.chassis;
    const Cell at{group % across * width + router % sizes.routers,
                  group / across * height + chassis * (sizes.nodes + above) + 1};
    drawing.switches.push_back({{1, router}, at});
    for (int i = 0; i < sizes.nodes && router * sizes.nodes + i < nodes; ++i)
      drawing.nodes.push_back({at.column, at.row + 1 + i});
    if (router % sizes.routers == 0)
      drawing.frames.push_back({at, sizes.routers, sizes.nodes + 1,
                                "group " + std::to_string(group) + ", chassis " + std::to_string(chassis)});
  }
  return drawing;
}

} // namespace

const TopologyKind& dragonfly() {
  static const DragonflyKind kind;
  return kind;
}

} // namespace daruma::topology
