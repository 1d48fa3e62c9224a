#include "platforms/topology/wiring.hpp"

#include <algorithm>

namespace daruma::topology {

std::optional<Element> Wiring::router(int) const { return std::nullopt; }

std::string element_name(const Element& element) {
  const std::string index = std::to_string(element.index);
  return element.level == 0 ? index : "s" + std::to_string(element.level) + "." + index;
}

std::string link_name(const LinkEnds& link) {
  const std::string twin = link.twin == 0 ? "" : "#" + std::to_string(link.twin);
  return element_name(link.from) + ">" + element_name(link.to) + twin;
}

LinkLoads count(const Wiring& wiring, const std::vector<Message>& messages) {
  LinkLoads result;
  result.loads.resize(wiring.link_slots());
  std::vector<LinkSlot> route;
  for (const Message& message : messages) {
    route.clear();
    if (message.from != message.to) wiring.route(message.from, message.to, route);
    for (const LinkSlot slot : route)
      result.collisions = std::max(result.collisions, result.loads[slot] += message.weight);
    result.longest_way = std::max(result.longest_way, static_cast<int>(route.size()));
  }
  return result;
}

} // namespace daruma::topology
