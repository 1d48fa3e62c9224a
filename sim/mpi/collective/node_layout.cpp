#include "sim/mpi/collective/node_layout.hpp"

#include "sim/mpi/process/communicator.hpp"

#include <unordered_map>

namespace daruma::mpi {

namespace {

NodeLayout layout_of(const Group& group) {
  NodeLayout layout;
  std::unordered_map<const simgrid::s4u::Host*, int> known;
  int rank = 0;
  for (const Process* process : group) {
    const auto [node, is_new] = known.emplace(process->host, static_cast<int>(layout.ranks.size()));
    if (is_new) {
      layout.ranks.emplace_back();
      layout.firsts.push_back(rank);
    }
    layout.ranks[static_cast<std::size_t>(node->second)].push_back(rank);
    layout.node_of.push_back(node->second);
    ++rank;
  }
  return layout;
}

} // namespace

const NodeLayout& node_layout_of(Communicator& communicator) {
  if (!communicator.nodes) communicator.nodes = std::make_shared<const NodeLayout>(layout_of(*communicator.groups[0]));
  return *communicator.nodes;
}

} // namespace daruma::mpi
