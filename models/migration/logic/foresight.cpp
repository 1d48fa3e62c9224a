#include "models/migration/logic/policy.hpp"

namespace daruma::models::migration {
namespace {

/// The node that the job will wait for.
int last_to_arrive(const Situation& situation) {
  int last = -1;
  Seconds latest{0};
  for (int i = 0; i < static_cast<int>(situation.nodes.size()); ++i) {
    const int own = situation.nodes[static_cast<std::size_t>(i)].own;
    if (own == 0) continue;
    const Seconds time = situation.ahead(i, own);
    if (last < 0 || time > latest) {
      last = i;
      latest = time;
    }
  }
  return last;
}

} // namespace

std::optional<Move> foresight(const Situation& situation) {
  const int from = last_to_arrive(situation);
  if (from < 0) return std::nullopt;
  const Seconds now = situation.ahead(from, situation.nodes[static_cast<std::size_t>(from)].own);
  int to = -1;
  Seconds soonest = now;
  for (int i = 0; i < static_cast<int>(situation.nodes.size()); ++i) {
    const NodeLoad& node = situation.nodes[static_cast<std::size_t>(i)];
    if (i == from || room(situation, node) == 0) continue;
    if (const Seconds time = situation.ahead(i, node.own + 1); time < soonest) {
      to = i;
      soonest = time;
    }
  }
  if (to < 0 || now - soonest <= situation.cost) return std::nullopt;
  return Move{from, to};
}

} // namespace daruma::models::migration
