#include "sim/engine/failure_plan.hpp"

#include "sim/base/random_stream.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace daruma::engine {

namespace {

Seconds draw(const scenario::Failures& failures, RandomStream stream) {
  if (failures.law == scenario::FailureLaw::exponential) return stream.exponential(failures.node_mtbf);
  return stream.weibull(failures.shape, weibull_scale(failures.shape, failures.node_mtbf));
}

} // namespace

std::vector<NodeFailure> plan_failures(const scenario::Failures& failures, int nodes, std::uint64_t seed,
                                       int replication) {
  std::vector<NodeFailure> plan;
  if (failures.law == scenario::FailureLaw::list) {
    for (const auto& listed : failures.list) plan.push_back({listed.time, listed.node});
  } else {
    for (int node = 0; node < nodes; ++node) {
      const std::string purpose = "failures/node-" + std::to_string(node);
      plan.push_back({draw(failures, RandomStream(seed, static_cast<std::uint64_t>(replication), purpose)), node});
    }
  }
  std::stable_sort(plan.begin(), plan.end(), [](const NodeFailure& a, const NodeFailure& b) {
    return std::tie(a.time, a.node) < std::tie(b.time, b.node);
  });
  return plan;
}

} // namespace daruma::engine
