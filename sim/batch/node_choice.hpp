// Which of the nodes that are wholly free a job gets: rules as pure functions.
//
// They choose as well as they can, and never let a job wait for better nodes: which jobs start is for the queue. What a
// job needs beyond whole nodes it gets where nodes are fullest (nodes.hpp). A new rule is a file that defines its
// object, and its line in node_choices.def.
#pragma once

#include "platforms/topology/topology.hpp"
#include "sim/batch/nodes.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/registry.hpp"

#include <optional>
#include <vector>

namespace daruma::batch {

/// How the nodes lie.
struct NodeLayout {
  int nodes;
  std::optional<topology::GridShape> grid{};   ///< of a mesh or torus
  std::vector<topology::SwitchLevel> levels{}; ///< of switches, from the nodes upwards
};

struct NodeChoice {
  std::string_view name;
  std::string_view summary;
  enum class Needs { nothing, switches, grid } needs;
  /// So many of the free nodes, which are at least as many, in the order in which ranks are put on them.
  std::vector<int> (*choose)(const NodeSet& free, int count, const NodeLayout&, RandomStream);
};

namespace node_choice {
#define DARUMA_ENTRY(name) extern const NodeChoice name;
#include "sim/batch/node_choices.def"
#undef DARUMA_ENTRY
} // namespace node_choice

const Registry<NodeChoice>& node_choices();

/// All of a set, ascending, or the first of them.
std::vector<int> lowest(const NodeSet&, int count);

/// Nodes in a row, by number.
struct NodeRow {
  int first;
  int length;
};
/// All rows of a set that nothing can be added to, ascending.
std::vector<NodeRow> rows_of(const NodeSet&);

} // namespace daruma::batch
