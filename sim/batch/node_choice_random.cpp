// Any, each as likely as another.
#include "sim/batch/node_choice.hpp"

#include <algorithm>

namespace daruma::batch::node_choice {

namespace {

/// The first steps of a shuffle by Fisher and Yates.
std::vector<int> drawn(const NodeSet& free, int count, const NodeLayout& /*layout*/, RandomStream stream) {
  std::vector<int> nodes = lowest(free, free.size());
  const auto all = nodes.size();
  const auto some = static_cast<std::size_t>(count);
  for (std::size_t i = 0; i < some; ++i) std::swap(nodes[i], nodes[i + stream.below(all - i)]);
  nodes.resize(some);
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

} // namespace

const NodeChoice random{"random", "free nodes by lot", NodeChoice::Needs::nothing, drawn};

} // namespace daruma::batch::node_choice
