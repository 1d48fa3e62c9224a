#include "sim/scenario/node.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

namespace daruma::scenario {

namespace {

using topology::Occupancy;
using topology::Parameter;
using topology::TopologyKind;

Choices<const TopologyKind*> kinds() {
  Choices<const TopologyKind*> choices;
  for (const TopologyKind* kind : topology::topologies()) choices.emplace_back(kind->name(), kind);
  return choices;
}

KindKeys described(const TopologyKind& kind) {
  KindKeys known{"topology " + in_quotes(kind.name()), {}, {}};
  for (const Parameter& parameter : kind.parameters())
    (parameter.standard.empty() ? known.needs : known.takes).push_back(parameter.name);
  return known;
}

LinkClass read_link(const Node& node, LinkClass link) {
  link.bandwidth = node["bandwidth"].amount(link.bandwidth, Sign::positive);
  link.latency = node["latency"].amount(link.latency, Sign::not_negative);
  return link;
}

/// How many numbers a list may have.
std::string amount_of(const Parameter& parameter) {
  const std::string most = std::to_string(parameter.most_numbers);
  return parameter.fewest_numbers == parameter.most_numbers ? most
                                                            : std::to_string(parameter.fewest_numbers) + " to " + most;
}

std::vector<int> read_parameter(const Node& node, const Parameter& parameter) {
  if (!node.is_given() && !parameter.standard.empty()) return parameter.standard;
  if (parameter.form == Parameter::Form::number) return {node.whole(1)};
  std::vector<int> numbers = node.wholes();
  if (node.is_given() && (numbers.size() < parameter.fewest_numbers || numbers.size() > parameter.most_numbers))
    node.remark("must have " + amount_of(parameter) + " " + parameter.numbers + ", got " +
                std::to_string(numbers.size()));
  return numbers;
}

Topology read_topology(const Node& node) {
  Topology topology;
  topology.kind = node["kind"].choice(kinds(), topology.kind);
  for (const Parameter& parameter : topology.kind->parameters())
    topology.shape[parameter.name] = read_parameter(node[parameter.name], parameter);
  if (!node.is_object()) return topology;
  check_members(node, "kind", described(*topology.kind));
  if (node.report().has_within(node.pointer())) return topology;
  if (const std::string mismatch = topology.kind->mismatch(topology.shape); !mismatch.empty()) node.remark(mismatch);
  return topology;
}

int read_nodes(const Node& machine, const Topology& topology) {
  const Node node = machine["nodes"];
  const bool is_readable = !machine.report().has_within(machine["topology"].pointer());
  if (!is_readable || topology.kind->occupancy() == Occupancy::any_number) return node.whole(1);
  const int room = topology.kind->places(topology.shape);
  const int nodes = node.whole(room);
  if (room > topology::most_nodes) {
    machine["topology"].remark("has more than 1000000 nodes, the most that a machine may have");
    return nodes;
  }
  const bool fits = topology.kind->occupancy() == Occupancy::first_places ? nodes <= room : nodes == room;
  if (!fits) node.remark("the topology has " + counted(room, "node") + ", got " + std::to_string(nodes));
  return nodes;
}

} // namespace

Machine read_machine(const Node& node) {
  Machine machine;
  machine.name = node["name"].text("in place");
  machine.cores = node["cores"].whole(machine.cores);
  machine.core_speed = node["core_speed"].amount(machine.core_speed, Sign::positive);
  machine.link = read_link(node["link"], machine.link);
  machine.injection = node["injection"].amount(machine.injection, Sign::positive);
  machine.sends_at_once = node["sends_at_once"].whole(machine.sends_at_once);
  machine.loopback = read_link(node["loopback"], machine.loopback);
  machine.memory = node["memory"].amount(machine.memory, Sign::positive);
  machine.file_system = node["file_system"].amount(machine.file_system, Sign::positive);
  machine.file_system_latency = node["file_system_latency"].amount(machine.file_system_latency, Sign::not_negative);
  machine.topology = read_topology(node["topology"]);
  machine.topology.router_delay = node["router_delay"].amount(machine.topology.router_delay, Sign::not_negative);
  machine.nodes = read_nodes(node, machine.topology);
  return machine;
}

} // namespace daruma::scenario
