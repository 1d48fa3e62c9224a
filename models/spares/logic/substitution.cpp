#include "models/spares/logic/substitution.hpp"

#include <algorithm>
#include <cassert>

namespace daruma::models::spares {

namespace {

/// The faces in the order in which they are to be tried.
std::vector<Face> preferred_faces(const Placement& placement) {
  std::vector<Face> faces = placement.layout().faces();
  if (const auto first = placement.first_slide())
    std::stable_partition(faces.begin(), faces.end(), [&](const Face& face) { return face == *first; });
  return faces;
}

/// Nodes of the slice's layer through `node`: it spans the lowest dimensions - 1 axes other than the face's.
std::vector<int> layer_of(const Network& network, int node, int across, int dimensions) {
  std::vector<int> cells{node};
  int spanned = 1;
  for (int axis = 0; axis < network.dimensions() && spanned < dimensions; ++axis) {
    if (axis == across) continue;
    ++spanned;
    std::vector<int> wider;
    wider.reserve(cells.size() * static_cast<std::size_t>(network.extents()[axis]));
    const int first = network.coordinate(node, axis) * network.stride(axis);
    for (int place = 0; place < network.extents()[axis]; ++place)
      for (int cell : cells) wider.push_back(cell - first + place * network.stride(axis));
    cells = std::move(wider);
  }
  return cells;
}

/// Layers from the failed node's to the network's border, in the direction of the face.
int layers_beyond(const Layout& layout, int node, const Face& face) {
  const int here = layout.network().coordinate(node, face.axis);
  return face.side == forward ? layout.network().extents()[face.axis] - 1 - here : here;
}

/// The ranks of one layer on the move to the next.
class Wave {
public:
  Wave(const Placement& placement, std::vector<int> cells) : placement_(placement), cells_(std::move(cells)) {
    for (int cell : cells_) ranks_.push_back(placement_.at(cell));
    from_ = cells_;
  }

  bool layer_is_empty(int offset) const {
    return std::all_of(cells_.begin(), cells_.end(), [&](int cell) { return placement_.at(cell + offset) < 0; });
  }

  bool can_enter(int offset) const {
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (ranks_[i] >= 0 && placement_.at(cells_[i] + offset) == Placement::failed) return false;
    return true;
  }

  /// Puts its ranks there, and takes those who were there along.
  void enter(int offset, std::vector<Move>& moves) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const int to = cells_[i] + offset;
      if (ranks_[i] >= 0) moves.push_back({ranks_[i], from_[i], to});
      ranks_[i] = placement_.at(to);
      from_[i] = to;
    }
  }

private:
  const Placement& placement_;
  std::vector<int> cells_;
  std::vector<int> ranks_;
  std::vector<int> from_;
};

/// 1D: as slide(), for the one line.
std::optional<std::vector<Move>> slide_line(const Placement& placement, int node, int step, int layers) {
  std::vector<Move> moves;
  moves.reserve(static_cast<std::size_t>(layers));
  int moving = placement.at(node);
  for (int from = node, to = node + step; layers > 0; --layers, to += step) {
    const int there = placement.at(to);
    if (there == Placement::failed) continue;
    moves.push_back({moving, from, to});
    if (there == Placement::idle) return moves;
    moving = there;
    from = to;
  }
  return std::nullopt;
}

std::optional<Substitution> slide_somewhere(const Placement& placement, int node, int dimensions, DirectionRule rule) {
  std::optional<Substitution> best;
  const auto faces = rule == DirectionRule::keep ? preferred_faces(placement) : placement.layout().faces();
  for (const Face& face : faces) {
    auto moves = slide(placement, node, face, dimensions);
    if (!moves || (best && best->moves.size() <= moves->size())) continue;
    best = Substitution{node, face, std::move(*moves)};
    if (rule == DirectionRule::keep) break;
  }
  return best;
}

/// Hops from `node`, then id: less is better.
using Distance = std::pair<int, int>;

void consider(const Placement& placement, int node, int spare, std::optional<Distance>& best) {
  if (placement.at(spare) != Placement::idle) return;
  const Distance distance{placement.layout().network().hops(node, spare), spare};
  if (!best || distance < *best) best = distance;
}

std::optional<int> spare_with_least_collisions(const Placement& placement, int node, const Collisions& collisions) {
  const Network& network = placement.layout().network();
  std::optional<std::pair<int, Distance>> best;
  for (int spare : placement.idle_nodes()) {
    const int expected = collisions({placement.at(node), node, spare});
    const std::pair<int, Distance> candidate{expected, {network.hops(node, spare), spare}};
    if (!best || candidate < *best) best = candidate;
  }
  return best ? std::optional(best->second.second) : std::nullopt;
}

std::optional<Substitution> swap_in(const Placement& placement, int node, SpareChoice choice,
                                    const Collisions& collisions) {
  const auto spare = choice == SpareChoice::nearest ? nearest_spare(placement, node)
                                                    : spare_with_least_collisions(placement, node, collisions);
  if (!spare) return std::nullopt;
  return Substitution{node, std::nullopt, {{placement.at(node), node, *spare}}};
}

} // namespace

std::optional<std::vector<int>> parse_method(std::string_view text, int dimensions) {
  if (text == "hybrid") {
    std::vector<int> methods;
    for (int method = dimensions; method >= 0; --method) methods.push_back(method);
    return methods;
  }
  if (text.size() != 2 || text[1] != 'd' || text[0] < '0' || text[0] - '0' > dimensions) return std::nullopt;
  return std::vector<int>{text[0] - '0'};
}

std::optional<int> nearest_spare(const Placement& placement, int node) {
  const Layout& layout = placement.layout();
  const Network& network = layout.network();
  std::optional<Distance> best;
  bool is_certain = true;
  for (const Face& face : layout.faces()) {
    // Nothing on a face is as near as the foot of the perpendicular on it.
    const int foot = node + (layout.layer(face) - network.coordinate(node, face.axis)) * network.stride(face.axis);
    is_certain = is_certain && placement.at(foot) == Placement::idle;
    consider(placement, node, foot, best);
  }
  is_certain = is_certain && placement.freed() == 0;
  if (!is_certain)
    for (int spare : placement.idle_nodes()) consider(placement, node, spare, best);
  return best ? std::optional(best->second) : std::nullopt;
}

std::optional<std::vector<Move>> slide(const Placement& placement, int node, const Face& face, int dimensions) {
  const Layout& layout = placement.layout();
  const int step = layout.network().stride(face.axis) * (face.side == forward ? 1 : -1);
  const int layers = layers_beyond(layout, node, face);
  if (dimensions == 1) return slide_line(placement, node, step, layers);
  Wave wave(placement, layer_of(layout.network(), node, face.axis, dimensions));
  std::vector<Move> moves;
  for (int layer = 1; layer <= layers; ++layer) {
    const int offset = layer * step;
    const bool is_last = wave.layer_is_empty(offset);
    if (wave.can_enter(offset)) {
      wave.enter(offset, moves);
      if (is_last) return moves;
    } else if (!is_last) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<Substitution> substitute(const Placement& placement, int node, const Policy& policy,
                                       const Collisions& collisions) {
  assert(placement.at(node) != Placement::failed);
  if (placement.at(node) == Placement::idle) return Substitution{node, std::nullopt, {}};
  for (int method : policy.methods) {
    auto substitution = method == 0 ? swap_in(placement, node, policy.choice, collisions)
                                    : slide_somewhere(placement, node, method, policy.rule);
    if (substitution) return substitution;
  }
  return std::nullopt;
}

} // namespace daruma::models::spares
