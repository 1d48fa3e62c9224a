// A route by the names of its links.
#pragma once

#include "platforms/topology/wiring.hpp"

#include <string>
#include <vector>

namespace daruma::topology {

inline std::vector<std::string> named_route(const Wiring& wiring, int from, int to) {
  std::vector<LinkSlot> slots;
  wiring.route(from, to, slots);
  std::vector<std::string> names;
  for (const LinkSlot slot : slots) names.push_back(wiring.link_name(slot));
  return names;
}

} // namespace daruma::topology
