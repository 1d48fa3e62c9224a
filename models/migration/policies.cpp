#include "models/migration/policy.hpp"

namespace daruma::models::migration {

const std::vector<Policy>& policies() {
  static const std::vector<Policy> all{
      {"never", "nobody ever moves", Foresight::none, never},
      {"greedy", "from the most to the least loaded node while that helps", Foresight::none, greedy},
      {"hysteresis", "as greedy, if the gain over the remaining work exceeds the cost", Foresight::none, hysteresis},
      {"foresight", "knows the load until the next barrier: a bound", Foresight::full, foresight},
  };
  return all;
}

std::optional<Move> steepest(const Situation& situation) {
  Move move{-1, -1};
  int most = 0;
  int least = 0;
  for (int i = 0; i < static_cast<int>(situation.nodes.size()); ++i) {
    const NodeLoad& node = situation.nodes[static_cast<std::size_t>(i)];
    const int load = node.others + node.own;
    if (node.own > 0 && (move.from < 0 || load > most)) {
      move.from = i;
      most = load;
    }
    if (node.own < situation.per_node && (move.to < 0 || load < least)) {
      move.to = i;
      least = load;
    }
  }
  if (move.from < 0 || move.to < 0 || least + 1 >= most) return std::nullopt;
  return move;
}

} // namespace daruma::models::migration
