#include "models/faults/handlers/cables.hpp"

#include <algorithm>
#include <deque>
#include <optional>

namespace daruma::models::faults {

namespace {

/// How a switch was reached.
struct Arrival {
  int from_switch;
  int from_port;
  int port_in;
};

/// From `start`, until all that can be reached are.
std::vector<std::optional<Arrival>> arrivals(int start, int port_in, const Management& machine) {
  std::vector<std::optional<Arrival>> all(machine.switches.size());
  all[static_cast<std::size_t>(start)] = Arrival{-1, -1, port_in};
  std::deque<int> next{start};
  for (; !next.empty(); next.pop_front())
    for (const SwitchLink& link : machine.switches[static_cast<std::size_t>(next.front())].links) {
      auto& arrival = all[static_cast<std::size_t>(link.to_switch)];
      if (arrival) continue;
      arrival = Arrival{next.front(), link.port, link.to_port};
      next.push_back(link.to_switch);
    }
  return all;
}

} // namespace

int ToldCabling::ports(int network_switch) const {
  int ports = 0;
  for (const ManagedNode& node : machine_.nodes)
    if (node.nic_port && node.nic_port->network_switch == network_switch)
      ports = std::max(ports, node.nic_port->port + 1);
  for (const SwitchLink& link : machine_.switches[static_cast<std::size_t>(network_switch)].links)
    ports = std::max(ports, link.port + 1);
  return ports;
}

CableEnd ToldCabling::other_end(int network_switch, int port) const {
  for (std::size_t i = 0; i < machine_.nodes.size(); ++i) {
    const auto& nic_port = machine_.nodes[i].nic_port;
    if (nic_port && nic_port->network_switch == network_switch && nic_port->port == port)
      return {Holder::node, static_cast<int>(i)};
  }
  for (const SwitchLink& link : machine_.switches[static_cast<std::size_t>(network_switch)].links)
    if (link.port == port) return {Holder::network_switch, link.to_switch, link.to_port};
  return {Holder::node, -1};
}

std::optional<CableEnd> ToldCabling::plugged_into(int node, Plug plug) const {
  const ManagedNode& told = machine_.nodes[static_cast<std::size_t>(node)];
  const auto& port = plug == Plug::nic ? told.nic_port : told.bmc_port;
  if (!port) return std::nullopt;
  return CableEnd{Holder::network_switch, port->network_switch, port->port};
}

Way way_between(int from, int to, const Management& machine) {
  Way way{from, {}, to};
  const auto& begin = machine.nodes[static_cast<std::size_t>(from)].nic_port;
  const auto& end = machine.nodes[static_cast<std::size_t>(to)].nic_port;
  if (from == to || !begin || !end) return way;
  const auto reached = arrivals(begin->network_switch, begin->port, machine);
  int port_out = end->port;
  for (int at = end->network_switch; at >= 0;) {
    const auto& arrival = reached[static_cast<std::size_t>(at)];
    if (!arrival) return way;
    way.hops.push_back({at, arrival->port_in, port_out});
    port_out = arrival->from_port;
    at = arrival->from_switch;
  }
  std::reverse(way.hops.begin(), way.hops.end());
  return way;
}

} // namespace daruma::models::faults
