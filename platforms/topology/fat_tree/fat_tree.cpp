#include "platforms/topology/fat_tree/fat_tree.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace daruma::topology {

namespace {

/// Of the levels up to that one.
int product(const std::vector<int>& of_levels, std::size_t level) {
  return places_of({of_levels.begin(), of_levels.begin() + static_cast<std::ptrdiff_t>(level)});
}

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

FatTree::FatTree(int nodes, const std::vector<int>& down, const std::vector<int>& up,
                 const std::vector<int>& parallel) {
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

std::size_t FatTree::link_slots() const { return link_slots_; }

/// The upward link of the child above `node`; the downward one follows it.
LinkSlot FatTree::slot(const Level& level, int node, int copy, int port) const {
  const int child = node / level.leaves * level.copies + copy;
  return level.first_slot + 2 * (static_cast<std::size_t>(child) * level.ports + static_cast<std::size_t>(port));
}

LinkEnds FatTree::ends(LinkSlot slot) const {
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

std::string FatTree::link_name(LinkSlot slot) const { return topology::link_name(ends(slot)); }

void FatTree::route(int from, int to, std::vector<LinkSlot>& links) const {
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

} // namespace daruma::topology
