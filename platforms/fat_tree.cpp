#include "platforms/fat_tree.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace daruma::platforms {

namespace {

/// A node by its number; a switch is "s<level>.<index>".
std::string element_name(const Element& element) {
  const std::string index = std::to_string(element.index);
  return element.level == 0 ? index : "s" + std::to_string(element.level) + "." + index;
}

} // namespace

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

std::string FatTree::link_name(LinkSlot slot) const {
  const LinkEnds link = ends(slot);
  const std::string twin = link.twin == 0 ? "" : "#" + std::to_string(link.twin);
  return element_name(link.from) + ">" + element_name(link.to) + twin;
}

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

} // namespace daruma::platforms
