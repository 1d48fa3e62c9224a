#include "models/migration/policy.hpp"

#include <algorithm>

namespace daruma::models::migration {
namespace {

int load_of(const NodeLoad& node) { return node.others + node.own; }

/// What has to be moved before the job, which waits for its slowest processes, gets faster.
struct Relief {
  int slowest = 0; ///< processes that share with the most
  int room = 0;    ///< processes that could go where they share with fewer
  int next = 0;    ///< the most that any other of the job's processes shares with
};

Relief relief_of(const Situation& situation, int most) {
  Relief relief;
  for (const NodeLoad& node : situation.nodes) {
    const int load = load_of(node);
    if (node.own > 0 && load == most)
      relief.slowest += node.own;
    else if (node.own > 0)
      relief.next = std::max(relief.next, load);
    relief.room += std::max(0, std::min(situation.per_node - node.own, most - 1 - load));
  }
  return relief;
}

} // namespace

/// Only once all of the slowest have moved does the job gain; each of them costs a migration.
std::optional<Move> hysteresis(const Situation& situation) {
  const auto move = steepest(situation);
  if (!move) return std::nullopt;
  const int most = load_of(situation.nodes[static_cast<std::size_t>(move->from)]);
  const int there = load_of(situation.nodes[static_cast<std::size_t>(move->to)]) + 1;
  const Relief relief = relief_of(situation, most);
  const Seconds gain = (most - std::max(relief.next, there)) * situation.remaining;
  return relief.slowest <= relief.room && gain > relief.slowest * situation.cost ? move : std::nullopt;
}

} // namespace daruma::models::migration
