#include "models/migration/logic/policy.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::models::migration {
namespace {

/// What has to be moved before the job, which waits for its slowest processes, gets faster.
struct Relief {
  int slowest = 0; ///< processes that are slowed most
  int room = 0;    ///< processes that could go where they are slowed less
  double next = 0; ///< how much any other of the job's processes is slowed at most
};

/// Processes of the job that could be added before the node slows them as much as the slowest one does.
int room_below(double most, const NodeLoad& node) {
  constexpr double rounding = 1e-9;
  return static_cast<int>(std::ceil(most * node.processors - rounding)) - 1 - node.others - node.own;
}

Relief relief_of(const Situation& situation, double most) {
  Relief relief;
  for (const NodeLoad& node : situation.nodes) {
    if (node.own > 0 && stretch(node) >= most)
      relief.slowest += node.own;
    else if (node.own > 0)
      relief.next = std::max(relief.next, stretch(node));
    relief.room += std::max(0, std::min(room(situation, node), room_below(most, node)));
  }
  return relief;
}

} // namespace

/// Only once all of the slowest have moved does the job gain; each of them costs a migration.
std::optional<Move> hysteresis(const Situation& situation) {
  const auto move = greedy(situation);
  if (!move) return std::nullopt;
  const double most = stretch(situation.nodes[static_cast<std::size_t>(move->from)]);
  const double there = stretch(situation.nodes[static_cast<std::size_t>(move->to)], 1);
  const Relief relief = relief_of(situation, most);
  const Seconds gain = (most - std::max(relief.next, there)) * situation.remaining;
  return relief.slowest <= relief.room && gain > relief.slowest * situation.cost ? move : std::nullopt;
}

} // namespace daruma::models::migration
