// A box of a mesh or torus, as Tofu's machines give them to jobs: of the boxes with room for the job those of the
// fewest nodes are tried first, and of these the most compact, from the lowest place on. Where none is free, nodes in
// rows.
#include "sim/batch/node_choice.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

namespace daruma::batch::node_choice {

namespace {

using Extents = std::vector<int>;

int volume(const Extents& box) { return std::accumulate(box.begin(), box.end(), 1, std::multiplies<>()); }

/// Boxes within the grid for so many nodes, none of which could be flatter, the most fitting first.
class Boxes {
public:
  Boxes(const Extents& grid, int count) : grid_(grid), count_(count) {
    Extents box;
    extend(box, 1);
    std::sort(all_.begin(), all_.end(), [](const Extents& a, const Extents& b) { return key(a) < key(b); });
    constexpr std::size_t most = 24; // others are hardly better than rows
    if (all_.size() > most) all_.resize(most);
  }
  const std::vector<Extents>& all() const { return all_; }

private:
  static std::tuple<int, int, Extents> key(const Extents& box) {
    return {volume(box), std::accumulate(box.begin(), box.end(), 0), box};
  }

  /// The last extent is what the others leave to be needed.
  void extend(Extents& box, int nodes) {
    if (box.size() + 1 == grid_.size()) {
      const int last = (count_ + nodes - 1) / nodes;
      if (last > grid_.back()) return;
      box.push_back(last);
      all_.push_back(box);
      box.pop_back();
      return;
    }
    for (int extent = 1; extent <= grid_[box.size()]; ++extent) {
      box.push_back(extent);
      extend(box, nodes * extent);
      box.pop_back();
      if (nodes * extent >= count_) return;
    }
  }

  const Extents& grid_;
  int count_;
  std::vector<Extents> all_{};
};

/// The nodes of a box from a place on, x first; none, if one of them is not free or beyond a mesh's border.
std::optional<std::vector<int>> free_box(const NodeSet& free, const topology::GridShape& grid, const Extents& box,
                                         int origin) {
  const std::size_t axes = box.size();
  Extents corner(axes);
  for (std::size_t axis = 0, rest = static_cast<std::size_t>(origin); axis < axes; ++axis) {
    const auto extent = static_cast<std::size_t>(grid.extents[axis]);
    corner[axis] = static_cast<int>(rest % extent);
    rest /= extent;
    if (grid.wrap == Wrap::none && corner[axis] + box[axis] > grid.extents[axis]) return std::nullopt;
  }
  std::vector<int> nodes;
  Extents step(axes, 0);
  for (int left = volume(box); left > 0; --left) {
    int node = 0;
    for (std::size_t axis = axes; axis-- > 0;)
      node = node * grid.extents[axis] + (corner[axis] + step[axis]) % grid.extents[axis];
    if (!free.has(node)) return std::nullopt;
    nodes.push_back(node);
    for (std::size_t axis = 0; axis < axes && ++step[axis] == box[axis]; ++axis) step[axis] = 0;
  }
  return nodes;
}

std::vector<int> in_a_box(const NodeSet& free, int count, const NodeLayout& layout, RandomStream stream) {
  const Boxes boxes(layout.grid->extents, count);
  const std::vector<int> origins = lowest(free, free.size());
  for (const Extents& box : boxes.all()) {
    if (volume(box) > free.size()) break;
    for (const int origin : origins)
      if (auto nodes = free_box(free, *layout.grid, box, origin)) {
        nodes->resize(static_cast<std::size_t>(count));
        return *std::move(nodes);
      }
  }
  return contiguous.choose(free, count, layout, stream);
}

} // namespace

const NodeChoice block{"block", "a box of free nodes of a mesh or torus, else nodes in rows", NodeChoice::Needs::grid,
                       in_a_box};

} // namespace daruma::batch::node_choice
