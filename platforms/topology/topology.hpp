// What the rest of the project asks of a topology: the descriptor that each folder beside this file supplies.
//
// A kind of topology (mesh, fat tree, dragonfly, ...) is described by whole numbers, its shape. From the shape follow
// how many nodes there are, how they are wired, which of them share a switch, and how they are drawn. The scenario's
// parser, its schema, the simulated network, the localisation of faults, centres and the report find a kind by its
// name in topologies.def, and know nothing else of it. No simulator here: any wiring becomes a SimGrid zone in
// platforms/machine_zone.hpp.
#pragma once

#include "platforms/topology/drawing.hpp"
#include "platforms/topology/wiring.hpp"
#include "sim/core/grid_line.hpp"
#include "sim/core/units.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::topology {

/// No machine may have more.
constexpr int most_nodes = 1'000'000;

/// The numbers that describe a topology, by parameter; each is at least 1. A parameter of one number has one here.
using Shape = std::map<std::string, std::vector<int>>;

/// A key of a topology in JSON.
struct Parameter {
  enum class Form { number, list };

  std::string name;
  std::string meaning; ///< with its unit, as "children of a switch, per level from the nodes upward"
  Form form = Form::number;
  std::vector<int> standard{};     ///< taken where it is not given; empty: it has to be given
  std::size_t fewest_numbers = 1;  ///< of a list
  std::size_t most_numbers = 16;   ///< as the schema's lists have at most
  std::string numbers = "numbers"; ///< what they are, in the plural
};

/// How many nodes a machine may have there.
enum class Occupancy {
  any_number,  ///< the topology does not say it
  all_places,  ///< each place has its node
  first_places ///< the machine's nodes are on the first places, others are empty
};

/// The switches of one level, next to the nodes first.
struct SwitchLevel {
  int nodes;  ///< below each
  int equals; ///< switches above the same nodes: where there are several, none of them takes these down
};

/// A mesh or torus, in which the node at x, y, ... has the number x + X*y + ...
struct GridShape {
  std::vector<int> extents;
  Wrap wrap;
};

class TopologyKind {
public:
  TopologyKind() = default;
  TopologyKind(const TopologyKind&) = delete;
  TopologyKind& operator=(const TopologyKind&) = delete;
  virtual ~TopologyKind() = default;

  /// "fat-tree", as JSON says it.
  virtual std::string_view name() const = 0;
  /// What it is, for the schema and the reference: a sentence without its first capital and its full stop.
  virtual std::string meaning() const = 0;
  virtual std::vector<Parameter> parameters() const { return {}; }
  /// Why the numbers do not fit each other, a finished sentence; empty if they do.
  virtual std::string mismatch(const Shape&) const { return ""; }

  virtual Occupancy occupancy() const { return Occupancy::all_places; }
  /// Nodes that there is room for, or most_nodes + 1 if that is less. Not asked if there is room for any_number.
  virtual int places(const Shape&) const { return most_nodes; }

  /// In words, such as "a mesh of 6x5".
  virtual std::string text(const Shape&) const = 0;

  /// What joins the first `nodes` nodes.
  virtual std::unique_ptr<const Wiring> wire(const Shape&, int nodes) const = 0;
  /// Whether messages between different nodes can meet on a link between switches.
  virtual bool has_shared_links() const { return true; }

  /// Levels of switches that take several nodes down; none on most direct networks.
  virtual std::vector<SwitchLevel> switch_levels(const Shape&) const { return {}; }
  /// Why there are none, as "each node has a router of its own".
  virtual std::string why_no_switch_levels() const { return ""; }

  /// Only of a mesh or torus.
  virtual std::optional<GridShape> grid(const Shape&) const { return std::nullopt; }

  virtual Drawing draw(const Shape&, int nodes) const = 0;
};

/// All kinds, in the order in which they are listed.
const std::vector<const TopologyKind*>& topologies();

/// A kind with its numbers.
struct Topology {
  const TopologyKind* kind = topologies().front(); ///< flat
  Shape shape{};
  Seconds router_delay{0}; ///< added per hop to the link latency
};

/// The kind of that name with that shape, where the name is known to be one.
Topology topology_of(const std::string& name, Shape = {});

inline std::unique_ptr<const Wiring> wire(const Topology& topology, int nodes) {
  return topology.kind->wire(topology.shape, nodes);
}

/// The product of the numbers, or most_nodes + 1 if that is less.
int places_of(const std::vector<int>& factors);

} // namespace daruma::topology
