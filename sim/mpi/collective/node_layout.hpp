// Which ranks share a node, for algorithms that go by nodes.
#pragma once

#include <vector>

namespace daruma::mpi {

struct Communicator;

/// As it was when the communicator was first asked; a process that is moved later stays where it is in here.
struct NodeLayout {
  std::vector<std::vector<int>> ranks; ///< by node, in the order of their first ranks; ascending
  std::vector<int> firsts;             ///< the first rank of each node, ascending
  std::vector<int> node_of;            ///< by rank, an index of `ranks`

  /// There are several nodes, and several ranks on one of them.
  bool has_shared_nodes() const { return firsts.size() > 1 && firsts.size() < node_of.size(); }
};

/// Of the ranks of an intracommunicator; made once.
const NodeLayout& node_layout_of(Communicator&);

} // namespace daruma::mpi
