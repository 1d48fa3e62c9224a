#include "platforms/crossbar.hpp"

namespace daruma::platforms {

namespace {
LinkSlot up(int node) { return 2 * static_cast<LinkSlot>(node); }
LinkSlot down(int node) { return up(node) + 1; }
} // namespace

std::string Crossbar::link_name(LinkSlot slot) const {
  const std::string node = std::to_string(slot / 2);
  return slot % 2 == 0 ? node + ">x" : "x>" + node;
}

LinkEnds Crossbar::ends(LinkSlot slot) const {
  const Element node{0, static_cast<int>(slot / 2)};
  const Element crossbar{1, 0};
  return slot % 2 == 0 ? LinkEnds{node, crossbar, 0} : LinkEnds{crossbar, node, 0};
}

void Crossbar::route(int from, int to, std::vector<LinkSlot>& links) const {
  links.push_back(up(from));
  links.push_back(down(to));
}

} // namespace daruma::platforms
