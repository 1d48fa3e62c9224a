#include "models/spares/logic/walker.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace daruma::models::spares {

std::vector<int> walking_order(const Layout& layout, const Policy& policy) {
  std::vector<int> nodes(static_cast<std::size_t>(layout.network().nodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  if (layout.faces().empty()) return nodes;
  const Face face = layout.faces().front();
  const GridLine line = layout.network().line(face.axis);
  const bool by_layers = policy.methods.front() > 1;
  // Slides of two nodes share what lies between the outer one and the spares: lines one after the other, or for wide
  // slides layers, and from the spares inward.
  const auto key = [&](int node) {
    const int depth = face.side == forward ? -line.coordinate(node) : line.coordinate(node);
    const int rest = node - line.coordinate(node) * line.stride;
    return by_layers ? std::pair(depth, rest) : std::pair(rest, depth);
  };
  std::sort(nodes.begin(), nodes.end(), [&](int a, int b) { return key(a) < key(b); });
  return nodes;
}

Walker::Walker(const Campaign& campaign, Progress& progress)
    : campaign_(campaign), progress_(progress), placement_(campaign.layout),
      traffic_(campaign.layout.network(), campaign.pattern, placement_.nodes()),
      order_(walking_order(campaign.layout, campaign.policy)) {}

bool Walker::is_victim(int node) const {
  const int what = placement_.at(node);
  switch (campaign_.victims) {
  case Victims::job:
    return what != Placement::failed && !campaign_.layout.is_spare(node);
  case Victims::ranks:
    return what >= 0;
  case Victims::nodes:
    return what != Placement::failed;
  }
  return false;
}

std::vector<int> Walker::victims() const {
  std::vector<int> nodes;
  for (int node : order_)
    if (is_victim(node)) nodes.push_back(node);
  return nodes;
}

int Walker::random_victim(RandomStream& random) const {
  for (;;) {
    const auto node = static_cast<int>(random.below(order_.size()));
    if (is_victim(node)) return node;
  }
}

/// Lets the traffic show the placement with these moves, by way of what differs from the moves shown until now.
void Walker::show(std::vector<Move> moves) {
  std::size_t shared = 0;
  const std::size_t most = std::min(moves.size(), shown_.size());
  while (shared < most && moves[moves.size() - 1 - shared] == shown_[shown_.size() - 1 - shared]) ++shared;
  for (std::size_t i = 0; i + shared < shown_.size(); ++i)
    traffic_.move(shown_[i].rank, placement_.node_of(shown_[i].rank));
  for (std::size_t i = 0; i + shared < moves.size(); ++i) traffic_.move(moves[i].rank, moves[i].to);
  shown_farthest_.resize(shared);
  for (std::size_t i = moves.size() - shared; i-- > 0;)
    shown_farthest_.push_back(std::max(hops(moves[i]), shown_farthest_.empty() ? 0 : shown_farthest_.back()));
  shown_ = std::move(moves);
}

std::optional<Substitution> Walker::answer(int node) {
  if (campaign_.policy.choice == SpareChoice::nearest) return substitute(placement_, node, campaign_.policy);
  show({});
  const int rank = placement_.at(node);
  auto substitution = substitute(placement_, node, campaign_.policy, [this](const Move& move) {
    traffic_.move(move.rank, move.to);
    return traffic_.collisions();
  });
  if (rank >= 0) traffic_.move(rank, node);
  return substitution;
}

std::vector<int> Walker::failures_up_to(int node) const {
  std::vector<int> nodes;
  nodes.reserve(entered_.size() + 1);
  for (const Substitution& substitution : entered_) nodes.push_back(substitution.failed);
  nodes.push_back(node);
  return nodes;
}

void Walker::record_broken(int node, std::int64_t cases) {
  tally_.cases += cases;
  tally_.not_survivable += cases;
  auto failures = failures_up_to(node);
  if (!tally_.breaks || failures < tally_.breaks->failures) tally_.breaks = Example{0, std::move(failures)};
}

int Walker::farthest_move() const {
  const int shown = shown_farthest_.empty() ? 0 : shown_farthest_.back();
  return std::accumulate(entered_farthest_.begin(), entered_farthest_.end(), shown,
                         [](int a, int b) { return std::max(a, b); });
}

void Walker::record(int node, std::size_t moved) {
  const int collisions = traffic_.collisions();
  const int way = traffic_.longest_way();
  const std::int64_t moves = moved_ + static_cast<std::int64_t>(moved);
  ++tally_.cases;
  ++tally_.histogram[collisions];
  tally_.longest_way_sum += way;
  tally_.longest_way_max = std::max(tally_.longest_way_max, way);
  tally_.moved_sum += moves;
  tally_.moved_max = std::max(tally_.moved_max, moves);
  tally_.farthest_move_sum += farthest_move();
  tally_.farthest_move_max = std::max(tally_.farthest_move_max, farthest_move());
  if (tally_.worst && collisions < tally_.worst->collisions) return;
  const Example example{collisions, failures_up_to(node)};
  if (!tally_.worst || collisions > tally_.worst->collisions || example.failures < tally_.worst->failures)
    tally_.worst = example;
}

bool Walker::fail(int node, std::int64_t cases_beyond) {
  auto substitution = answer(node);
  if (!substitution) {
    record_broken(node, cases_beyond);
    return false;
  }
  if (is_last()) {
    const std::size_t moved = substitution->moves.size();
    show(std::move(substitution->moves));
    record(node, moved);
    return false;
  }
  show({});
  int farthest = 0;
  for (const Move& move : substitution->moves) {
    traffic_.move(move.rank, move.to);
    farthest = std::max(farthest, hops(move));
  }
  entered_farthest_.push_back(farthest);
  placement_.apply(*substitution);
  moved_ += static_cast<std::int64_t>(substitution->moves.size());
  entered_.push_back(std::move(*substitution));
  return true;
}

void Walker::leave() {
  show({});
  placement_.undo(entered_.back());
  for (const Move& move : entered_.back().moves) traffic_.move(move.rank, move.from);
  moved_ -= static_cast<std::int64_t>(entered_.back().moves.size());
  entered_.pop_back();
  entered_farthest_.pop_back();
}

void Walker::walk(const std::vector<int>& nodes) {
  const std::int64_t before = tally_.cases;
  const auto beyond = static_cast<std::int64_t>(cases_after(campaign_, static_cast<int>(entered_.size()) + 1));
  for (int node : nodes) {
    if (progress_.stop.load(std::memory_order_relaxed)) return;
    if (!fail(node, beyond)) continue;
    walk(victims());
    leave();
  }
  if (is_last()) progress_.cases += tally_.cases - before;
}

void Walker::draw(std::int64_t number) {
  RandomStream random(campaign_.sample->seed, static_cast<std::uint64_t>(number), "spares/failures");
  while (fail(random_victim(random), 1)) {}
  while (!entered_.empty()) leave();
  ++progress_.cases;
}

} // namespace daruma::models::spares
