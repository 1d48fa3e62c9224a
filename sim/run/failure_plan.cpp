#include "sim/run/failure_plan.hpp"

#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace daruma::run {

std::vector<NodeFailure> plan_failures(const scenario::Failures& failures, int nodes, std::uint64_t seed,
                                       int replication) {
  std::vector<NodeFailure> plan;
  if (failures.is_listed()) {
    for (const auto& listed : failures.list) plan.push_back({listed.time, listed.node});
  } else {
    for (int node = 0; node < nodes; ++node) {
      const std::string purpose = "failures/node-" + std::to_string(node);
      RandomStream stream(seed, static_cast<std::uint64_t>(replication), purpose);
      plan.push_back({failures.law->draw(failures.shape, failures.node_mtbf, stream), node});
    }
  }
  std::stable_sort(plan.begin(), plan.end(), [](const NodeFailure& a, const NodeFailure& b) {
    return std::tie(a.time, a.node) < std::tie(b.time, b.node);
  });
  return plan;
}

} // namespace daruma::run
