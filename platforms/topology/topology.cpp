#include "platforms/topology/topology.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace daruma::topology {

Topology topology_of(const std::string& name, Shape shape) {
  const auto& all = topologies();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto* kind) { return kind->name() == name; });
  assert(found != all.end() && "no topology has that name");
  return {*found, std::move(shape)};
}

int places_of(const std::vector<int>& factors) {
  long long product = 1;
  for (const int factor : factors) product = std::min<long long>(product * std::max(1, factor), most_nodes + 1);
  return static_cast<int>(product);
}

} // namespace daruma::topology
