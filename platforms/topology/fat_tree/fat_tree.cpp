// Parallel-ports generalised fat tree PGFT(h; down; up; parallel), routed by destination (D-mod-k).
//
// At level l (1 = next to the nodes) a switch has down[l-1] children, each child has up[l-1] parents,
// joined to each of them by parallel[l-1] cables. A message climbs to the lowest level that covers
// both ends; the ports it takes on the way are the digits of the destination's number, so all messages
// to one node share one path down, and shift permutations do not collide. Only switches above nodes in
// use get links: a machine may use a part of the tree. Source: Zahavi, "D-Mod-K routing providing
// non-blocking traffic for shift permutations on real life fat trees", 2010.
#include "platforms/topology/topology.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace daruma::topology {

namespace {

/// Of the levels up to that one.
int product(const std::vector<int>& of_levels, std::size_t level) {
  return places_of({of_levels.begin(), of_levels.begin() + static_cast<std::ptrdiff_t>(level)});
}

class FatTree final : public Wiring {
public:
  FatTree(int nodes, const std::vector<int>& down, const std::vector<int>& up, const std::vector<int>& parallel) {
    assert(down.size() == up.size() && up.size() == parallel.size());
    int leaves = 1;
    int copies = 1;
    for (std::size_t level = 0; level < down.size() && leaves < nodes; ++level) {
      const int ports = up[level] * parallel[level];
      levels_.push_back({leaves, copies, leaves * down[level], up[level], ports, link_slots_});
      const int groups = (nodes + leaves - 1) / leaves;
      link_slots_ += 2 * static_cast<std::size_t>(groups) * static_cast<std::size_t>(copies * ports);
      leaves *= down[level];
      copies *= up[level];
    }
    assert(nodes <= leaves && "the tree is too small for the machine");
  }

  std::size_t link_slots() const override { return link_slots_; }
  std::string link_name(LinkSlot slot) const override { return topology::link_name(ends(slot)); }
  LinkEnds ends(LinkSlot slot) const override {
    const auto above = std::upper_bound(levels_.begin(), levels_.end(), slot,
                                        [](LinkSlot s, const Level& level) { return s < level.first_slot; });
    const Level& level = *std::prev(above);
    const auto depth = static_cast<int>(std::distance(levels_.begin(), above));
    const int cable = static_cast<int>((slot - level.first_slot) / 2);
    const int child = cable / level.ports;
    const int port = cable % level.ports;
    const int group = child / level.copies * level.leaves / level.span;
    const int parent = group * level.copies * level.parents + level.parent_copy(child % level.copies, port);
    const Element low{depth - 1, child};
    const Element high{depth, parent};
    const int twin = port / level.parents;
    return slot % 2 == 0 ? LinkEnds{low, high, twin} : LinkEnds{high, low, twin};
  }

  void route(int from, int to, std::vector<LinkSlot>& links) const override {
    std::vector<LinkSlot> descent;
    int copy = 0;
    for (const Level& level : levels_) {
      const int port = level.port_towards(to);
      links.push_back(slot(level, from, copy, port));
      descent.push_back(slot(level, to, copy, port) + 1);
      copy = level.parent_copy(copy, port);
      if (from / level.span == to / level.span) break;
    }
    links.insert(links.end(), descent.rbegin(), descent.rend());
  }

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

  /// The upward link of the child above `node`; the downward one follows it.
  LinkSlot slot(const Level& level, int node, int copy, int port) const {
    const int child = node / level.leaves * level.copies + copy;
    return level.first_slot + 2 * (static_cast<std::size_t>(child) * level.ports + static_cast<std::size_t>(port));
  }

  std::vector<Level> levels_;
  std::size_t link_slots_ = 0;
};

class FatTreeKind final : public TopologyKind {
public:
  std::string_view name() const override { return "fat-tree"; }
  std::string meaning() const override { return "levels of switches, routed by destination (D-mod-k)"; }
  std::vector<Parameter> parameters() const override {
    using Form = Parameter::Form;
    return {{"down", "children of a switch, per level from the nodes upward", Form::list},
            {"up", "parents of a node or switch, per level from the nodes upward", Form::list},
            {"parallel", "parallel links between a child and a parent, per level from the nodes upward", Form::list}};
  }
  std::string mismatch(const Shape& shape) const override {
    const std::size_t down = shape.at("down").size();
    const std::size_t up = shape.at("up").size();
    const std::size_t parallel = shape.at("parallel").size();
    if (up == down && parallel == down) return "";
    return "\"down\", \"up\" and \"parallel\" must have one number per level each, got " + std::to_string(down) + ", " +
           std::to_string(up) + " and " + std::to_string(parallel);
  }
  /// A fat tree is often not full.
  Occupancy occupancy() const override { return Occupancy::first_places; }
  int places(const Shape& shape) const override { return places_of(shape.at("down")); }
  std::string text(const Shape&) const override { return "a fat tree"; }
  std::unique_ptr<const Wiring> wire(const Shape& shape, int nodes) const override {
    return std::make_unique<FatTree>(nodes, shape.at("down"), shape.at("up"), shape.at("parallel"));
  }
  std::vector<SwitchLevel> switch_levels(const Shape& shape) const override {
    std::vector<SwitchLevel> levels;
    for (std::size_t level = 1; level <= shape.at("down").size(); ++level)
      levels.push_back({product(shape.at("down"), level), product(shape.at("up"), level)});
    return levels;
  }
  /// A leaf switch a row.
  Drawing draw(const Shape& shape, int nodes) const override { return in_rows(shape.at("down").front(), nodes); }
};

} // namespace

const TopologyKind& fat_tree() {
  static const FatTreeKind kind;
  return kind;
}

} // namespace daruma::topology
