#include "models/migration/logic/policy.hpp"
#include "sim/core/registry.hpp"

#include <algorithm>

namespace daruma::models::migration {

const std::vector<Policy>& policies() {
  static const std::vector<Policy> all{
      {"never", "nobody ever moves", Foresight::none, [](const Situation&) { return std::optional<Move>(); }},
      {"greedy", "from the most to the least loaded node while that helps", Foresight::none, greedy},
      {"hysteresis", "as greedy, if the gain over the remaining work exceeds the cost", Foresight::none, hysteresis},
      {"swap", "the slowest process to the fastest place, if thresholds say that it is worth it", Foresight::none,
       swap},
      {"foresight", "knows the load until the next barrier: a bound", Foresight::full, foresight},
  };
  return all;
}

const Policy* find_policy(std::string_view name) { return find_named(policies(), name); }

double stretch(const NodeLoad& node, int more) {
  return std::max(1.0, static_cast<double>(node.others + node.own + more) / node.processors);
}

int room(const Situation& situation, const NodeLoad& node) {
  return std::max(0, std::min(situation.per_node, node.most) - node.own);
}

} // namespace daruma::models::migration
