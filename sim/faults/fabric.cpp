#include "sim/faults/fabric.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace daruma::faults {

using models::faults::Holder;
using models::faults::Way;

Fabric::Fabric(const scenario::Machine& machine)
    : wiring_(topology::wire(machine.topology, machine.nodes)),
      cable_of_node_(static_cast<std::size_t>(machine.nodes), -1), cable_of_slot_(wiring_->link_slots(), -1) {
  number_switches();
  lay_cables();
}

void Fabric::number_switches() {
  std::set<std::pair<int, int>> found;
  for (int node = 0; node < nodes(); ++node)
    if (const auto router = wiring_->router(node)) found.insert({router->level, router->index});
  for (std::size_t slot = 0; slot < cable_of_slot_.size(); ++slot) {
    if (wiring_->link_name(slot).empty()) continue;
    const topology::LinkEnds link = wiring_->ends(slot);
    for (const topology::Element& end : {link.from, link.to})
      if (end.level > 0) found.insert({end.level, end.index});
  }
  switches_.assign(found.begin(), found.end());
  ports_.resize(switches_.size());
}

int Fabric::switch_number(int level, int index) const {
  const auto found = std::lower_bound(switches_.begin(), switches_.end(), std::pair(level, index));
  return static_cast<int>(found - switches_.begin());
}

int Fabric::lay(const CableEnd& one, const CableEnd& other) {
  const int cable = static_cast<int>(cables_.size());
  cables_.push_back({one, other});
  for (const CableEnd& end : {one, other}) {
    if (end.holder == Holder::node)
      cable_of_node_[static_cast<std::size_t>(end.number)] = cable;
    else
      ports_[static_cast<std::size_t>(end.number)].push_back(cable);
  }
  return cable;
}

/// A cable has a slot for each direction, or one alone where nothing goes the other way.
void Fabric::lay_cables() {
  using topology::Element;
  const auto end_at = [this](const Element& element) {
    if (element.level == 0) return CableEnd{Holder::node, element.index};
    const int number = switch_number(element.level, element.index);
    return CableEnd{Holder::network_switch, number, next_port(number)};
  };
  for (int node = 0; node < nodes(); ++node)
    if (const auto router = wiring_->router(node)) lay({Holder::node, node}, end_at(*router));
  std::map<std::tuple<Element, Element, int>, int> known;
  for (std::size_t slot = 0; slot < cable_of_slot_.size(); ++slot) {
    if (wiring_->link_name(slot).empty()) continue;
    const topology::LinkEnds link = wiring_->ends(slot);
    const auto [low, high] = std::minmax(link.from, link.to);
    const auto [entry, is_new] = known.try_emplace({low, high, link.twin}, 0);
    if (is_new) entry->second = lay(end_at(low), end_at(high));
    cable_of_slot_[slot] = entry->second;
  }
}

int Fabric::ports(int network_switch) const { return next_port(network_switch); }

Fabric::CableEnd Fabric::other_end(int network_switch, int port) const {
  const auto& cables = ports_[static_cast<std::size_t>(network_switch)];
  const Cable& cable = cables_[static_cast<std::size_t>(cables[static_cast<std::size_t>(port)])];
  const bool is_one =
      cable.one.holder == Holder::network_switch && cable.one.number == network_switch && cable.one.port == port;
  return is_one ? cable.other : cable.one;
}

std::optional<Fabric::CableEnd> Fabric::plugged_into(int node, models::faults::Plug plug) const {
  if (plug == models::faults::Plug::bmc) return CableEnd{Holder::network_switch, management_switch(), node};
  const int number = cable_of_node_[static_cast<std::size_t>(node)];
  if (number < 0) return std::nullopt;
  const Cable& cable = cables_[static_cast<std::size_t>(number)];
  return cable.one.holder == Holder::node ? cable.other : cable.one;
}

int Fabric::port_at(int cable, int network_switch) const {
  const Cable& laid = cables_[static_cast<std::size_t>(cable)];
  const bool is_one = laid.one.holder == Holder::network_switch && laid.one.number == network_switch;
  return is_one ? laid.one.port : laid.other.port;
}

std::vector<topology::LinkSlot> Fabric::links_of(int cable) const {
  std::vector<topology::LinkSlot> links;
  for (std::size_t slot = 0; slot < cable_of_slot_.size(); ++slot)
    if (cable_of_slot_[slot] == cable) links.push_back(slot);
  return links;
}

std::vector<topology::LinkSlot> Fabric::links_of_port(int network_switch, int port) const {
  return links_of(ports_[static_cast<std::size_t>(network_switch)][static_cast<std::size_t>(port)]);
}

std::vector<topology::LinkSlot> Fabric::links_of_node(int node) const {
  const int cable = cable_of_node_[static_cast<std::size_t>(node)];
  return cable < 0 ? std::vector<topology::LinkSlot>() : links_of(cable);
}

std::optional<topology::LinkSlot> Fabric::link_named(std::string_view name) const {
  for (std::size_t slot = 0; slot < cable_of_slot_.size(); ++slot)
    if (!name.empty() && wiring_->link_name(slot) == name) return slot;
  return std::nullopt;
}

Way Fabric::way(int from, int to) const { return Ways(*this).find(from, to); }

const Way& Ways::find(int from, int to) {
  const auto& wiring = *fabric_.wiring_;
  slots_.clear();
  wiring.route(from, to, slots_);
  cables_.clear();
  if (wiring.router(from)) cables_.push_back(fabric_.cable_of_node_[static_cast<std::size_t>(from)]);
  for (const topology::LinkSlot slot : slots_) cables_.push_back(fabric_.cable_of_slot_[slot]);
  if (wiring.router(to)) cables_.push_back(fabric_.cable_of_node_[static_cast<std::size_t>(to)]);
  way_.from = from;
  way_.hops.clear();
  way_.to = to;
  Fabric::CableEnd here{Holder::node, from};
  for (std::size_t i = 0; i + 1 < cables_.size(); ++i) {
    const Fabric::Cable& cable = fabric_.cables_[static_cast<std::size_t>(cables_[i])];
    const bool is_at_one = cable.one.holder == here.holder && cable.one.number == here.number;
    here = is_at_one ? cable.other : cable.one;
    way_.hops.push_back({here.number, here.port, fabric_.port_at(cables_[i + 1], here.number)});
  }
  return way_;
}

} // namespace daruma::faults
