#include "models/spares/logic/placement.hpp"

#include <cassert>

namespace daruma::models::spares {

Placement::Placement(const Layout& layout)
    : layout_(&layout), at_(static_cast<std::size_t>(layout.network().nodes()), failed), place_in_idle_(at_.size(), 0) {
  for (int node = 0; node < layout.network().nodes(); ++node)
    if (layout.is_spare(node)) put(node, idle);
  for (int rank = 0; rank < layout.ranks(); ++rank) {
    node_of_.push_back(layout.home(rank));
    put(layout.home(rank), rank);
  }
}

void Placement::put(int node, int what) {
  if (at_[node] == idle && what != idle) {
    place_in_idle_[idle_.back()] = place_in_idle_[node];
    idle_[place_in_idle_[node]] = idle_.back();
    idle_.pop_back();
    freed_ -= layout_->is_spare(node) ? 0 : 1;
  }
  if (at_[node] != idle && what == idle) {
    place_in_idle_[node] = static_cast<int>(idle_.size());
    idle_.push_back(node);
    freed_ += layout_->is_spare(node) ? 0 : 1;
  }
  at_[node] = what;
}

std::optional<Face> Placement::first_slide() const {
  return slides_.empty() ? std::nullopt : std::optional(slides_.front());
}

void Placement::apply(const Substitution& substitution) {
  for (const Move& move : substitution.moves) put(move.from, idle);
  for (const Move& move : substitution.moves) {
    assert(at_[move.to] == idle);
    put(move.to, move.rank);
    node_of_[move.rank] = move.to;
  }
  assert(at_[substitution.failed] == idle);
  put(substitution.failed, failed);
  if (substitution.slide) slides_.push_back(*substitution.slide);
}

void Placement::undo(const Substitution& substitution) {
  put(substitution.failed, idle);
  for (const Move& move : substitution.moves) put(move.to, idle);
  for (const Move& move : substitution.moves) {
    put(move.from, move.rank);
    node_of_[move.rank] = move.from;
  }
  if (substitution.slide) slides_.pop_back();
}

} // namespace daruma::models::spares
