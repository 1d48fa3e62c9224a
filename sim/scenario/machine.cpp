#include "sim/scenario/kind.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

namespace daruma::scenario {

namespace {

constexpr int most_nodes = 1'000'000;
constexpr std::size_t most_dimensions = 6;

const Choices<TopologyKind> topology_kinds{{"flat", TopologyKind::flat},
                                           {"fat-tree", TopologyKind::fat_tree},
                                           {"mesh", TopologyKind::mesh},
                                           {"torus", TopologyKind::torus}};

Kind described(TopologyKind kind) {
  switch (kind) {
  case TopologyKind::flat:
    return {R"(topology "flat")", {}, {}};
  case TopologyKind::fat_tree:
    return {R"(topology "fat-tree")", {"down", "up", "parallel"}, {}};
  case TopologyKind::mesh:
    return {R"(topology "mesh")", {"dimensions"}, {}};
  case TopologyKind::torus:
    return {R"(topology "torus")", {"dimensions"}, {}};
  }
  return {};
}

LinkClass read_link(const Node& node, LinkClass link) {
  link.bandwidth = node["bandwidth"].amount(link.bandwidth, Sign::positive);
  link.latency = node["latency"].amount(link.latency, Sign::not_negative);
  return link;
}

void check_topology(const Node& node, const Topology& topology) {
  check_members(node, "kind", described(topology.kind));
  if (topology.dimensions.size() > most_dimensions) {
    node["dimensions"].remark("must have 1 to 6 extents, got " + std::to_string(topology.dimensions.size()));
  }
  const bool is_level_each =
      topology.up.size() == topology.down.size() && topology.parallel.size() == topology.down.size();
  if (topology.kind == TopologyKind::fat_tree && !is_level_each && !node.report().has_within(node.pointer())) {
    node.remark("\"down\", \"up\" and \"parallel\" must have one number per level each, got " +
                std::to_string(topology.down.size()) + ", " + std::to_string(topology.up.size()) + " and " +
                std::to_string(topology.parallel.size()));
  }
}

Topology read_topology(const Node& node) {
  Topology topology;
  topology.kind = node["kind"].choice(topology_kinds, topology.kind);
  topology.dimensions = node["dimensions"].wholes();
  topology.down = node["down"].wholes();
  topology.up = node["up"].wholes();
  topology.parallel = node["parallel"].wholes();
  if (node.is_object()) check_topology(node, topology);
  return topology;
}

/// Nodes that the topology has room for; one more than the most allowed where it has more than that.
int places(const Topology& topology) {
  long long product = 1;
  for (const int factor : topology.kind == TopologyKind::fat_tree ? topology.down : topology.dimensions) {
    product = std::min<long long>(product * std::max(1, factor), most_nodes + 1);
  }
  return static_cast<int>(product);
}

int read_nodes(const Node& machine, const Topology& topology) {
  const Node node = machine["nodes"];
  if (topology.kind == TopologyKind::flat) return node.whole(1);
  const int room = places(topology);
  const int nodes = node.whole(room);
  if (machine.report().has_within(machine["topology"].pointer())) return nodes;
  if (room > most_nodes) {
    machine["topology"].remark("has more than 1000000 nodes, the most that a machine may have");
    return nodes;
  }
  // A fat tree is often not full; a grid with nodes missing would be another grid.
  const bool fits = topology.kind == TopologyKind::fat_tree ? nodes <= room : nodes == room;
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
  machine.topology = read_topology(node["topology"]);
  machine.topology.router_delay = node["router_delay"].amount(machine.topology.router_delay, Sign::not_negative);
  machine.nodes = read_nodes(node, machine.topology);
  return machine;
}

} // namespace daruma::scenario
