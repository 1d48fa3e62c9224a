#include "models/spares/logic/rank_places.hpp"

#include <algorithm>
#include <map>

namespace daruma::models::spares {

int event_logger(const Layout& layout) {
  int node = layout.network().nodes() - 1;
  while (!layout.is_spare(node)) --node;
  return node;
}

RankPlaces places_at_start(const StencilOrder& order) {
  RankPlaces places(order.layout, order.policy);
  if (order.rollback == Rollback::alone) places.set_aside(event_logger(order.layout));
  return places;
}

void RankPlaces::set_aside(int spare) { placement_.apply({spare, std::nullopt, {}}); }

std::optional<std::vector<Move>> RankPlaces::answer(int failed) {
  auto substitution = substitute(placement_, failed, policy_);
  if (!substitution) return std::nullopt;
  placement_.apply(*substitution);
  ++failures_;
  return std::move(substitution->moves);
}

std::optional<std::vector<Move>> RankPlaces::answer(const std::vector<int>& failed) {
  std::vector<Move> all;
  for (const int node : failed) {
    const auto moves = answer(node);
    if (!moves) return std::nullopt;
    all.insert(all.end(), moves->begin(), moves->end());
  }
  return all;
}

int ranks_moved(const std::vector<Move>& moves) {
  std::map<int, Move> by_rank; ///< from where it was first to where it is last
  for (const Move& move : moves) by_rank.emplace(move.rank, move).first->second.to = move.to;
  return static_cast<int>(std::count_if(by_rank.begin(), by_rank.end(),
                                        [](const auto& entry) { return entry.second.from != entry.second.to; }));
}

} // namespace daruma::models::spares
