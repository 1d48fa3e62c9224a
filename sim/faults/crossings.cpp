#include "sim/faults/crossings.hpp"

namespace daruma::faults {

using models::faults::Component;
using models::faults::Holder;
using models::faults::Hop;
using models::faults::Way;

Crossings::Crossings(const Fabric& fabric, std::size_t most)
    : most_(most), nodes_(static_cast<std::size_t>(fabric.nodes())),
      switches_(static_cast<std::size_t>(fabric.switches())), ports_(switches_.size()) {
  for (int number = 0; number < fabric.switches(); ++number)
    ports_[static_cast<std::size_t>(number)].resize(static_cast<std::size_t>(fabric.ports(number)));
  for (int one = 0; one < fabric.nodes(); ++one)
    for (int other = one + 1; other < fabric.nodes(); ++other) {
      enter(fabric.way(one, other), {one, other});
      enter(fabric.way(other, one), {one, other});
    }
}

/// The same pair only comes twice in a row.
void Crossings::enter(std::vector<Pair>& pairs, const Pair& pair) const {
  const Pair turned{pair.second, pair.first};
  if (pairs.size() / 2 >= most_ || (!pairs.empty() && pairs.back() == turned)) return;
  pairs.push_back(pair);
  pairs.push_back(turned);
}

void Crossings::enter(const Way& way, const Pair& pair) {
  enter(nodes_[static_cast<std::size_t>(way.from)], pair);
  enter(nodes_[static_cast<std::size_t>(way.to)], pair);
  for (const Hop& hop : way.hops) {
    enter(switches_[static_cast<std::size_t>(hop.network_switch)], pair);
    auto& ports = ports_[static_cast<std::size_t>(hop.network_switch)];
    enter(ports[static_cast<std::size_t>(hop.port_in)], pair);
    enter(ports[static_cast<std::size_t>(hop.port_out)], pair);
  }
}

const std::vector<Pair>& Crossings::of(const Component& component) const {
  const auto number = static_cast<std::size_t>(component.holder);
  if (component.model->holder == Holder::node) return nodes_[number];
  if (component.model->holder == Holder::network_switch) return switches_[number];
  return ports_[number][static_cast<std::size_t>(component.port)];
}

} // namespace daruma::faults
