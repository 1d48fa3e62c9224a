#include "models/migration/logic/policy.hpp"

namespace daruma::models::migration {

std::optional<Move> greedy(const Situation& situation) {
  Move move{-1, -1};
  double slowest = 0;
  double fastest = 0;
  for (int i = 0; i < static_cast<int>(situation.nodes.size()); ++i) {
    const NodeLoad& node = situation.nodes[static_cast<std::size_t>(i)];
    if (node.own > 0 && (move.from < 0 || stretch(node) > slowest)) {
      move.from = i;
      slowest = stretch(node);
    }
    if (room(situation, node) > 0 && (move.to < 0 || stretch(node, 1) < fastest)) {
      move.to = i;
      fastest = stretch(node, 1);
    }
  }
  if (move.from < 0 || move.to < 0 || fastest >= slowest) return std::nullopt;
  return move;
}

} // namespace daruma::models::migration
