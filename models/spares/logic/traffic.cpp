#include "models/spares/logic/traffic.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace daruma::models::spares {

namespace {

constexpr std::size_t most_dimensions = 6;
constexpr std::size_t root = 1;

/// Adds to everything below `node` of a tree whose siblings are normalised, and keeps them so.
void add_below(std::int32_t* tree, std::size_t node, int weight) {
  tree[node] += weight;
  while (node > root) {
    const std::int32_t larger = std::max(tree[node], tree[node ^ 1U]);
    if (larger == 0) return;
    tree[node] -= larger;
    tree[node ^ 1U] -= larger;
    node >>= 1U;
    tree[node] += larger;
  }
}

} // namespace

LinkLoads::LinkLoads(const Network& network) : network_(&network) {
  std::size_t size = 0;
  for (int axis = 0; axis < network.dimensions(); ++axis) {
    first_tree_.push_back(size);
    const auto extent = static_cast<std::size_t>(network.extents()[axis]);
    std::size_t lines = 1;
    line_step_.emplace_back();
    for (int other = 0; other < network.dimensions(); ++other) {
      line_step_.back().push_back(other == axis ? 0 : lines);
      lines *= other == axis ? 1 : static_cast<std::size_t>(network.extents()[other]);
    }
    size += lines * 2 * 2 * extent; // a tree of 2 * extent nodes for each of two directions
  }
  trees_.assign(size, 0);
  lines_with_max_.assign(8, 0);
}

void LinkLoads::count_line(int load_before, int load_after) {
  if (load_after >= static_cast<int>(lines_with_max_.size())) lines_with_max_.resize(2 * load_after + 1, 0);
  --lines_with_max_[load_before];
  ++lines_with_max_[load_after];
  max_ = std::max(max_, load_after);
  lines_with_max_[0] = 1; // idle lines are not counted, but the maximum ends at 0
  while (lines_with_max_[max_] == 0) --max_;
}

/// Links first ... last - 1 of a line.
void LinkLoads::add_run(std::int32_t* tree, int extent, int first, int last, int weight) {
  const std::int32_t before = tree[root];
  auto left = static_cast<std::size_t>(extent) + static_cast<std::size_t>(first);
  auto right = static_cast<std::size_t>(extent) + static_cast<std::size_t>(last);
  for (; left < right; left >>= 1U, right >>= 1U) {
    if ((left & 1U) != 0) add_below(tree, left++, weight);
    if ((right & 1U) != 0) add_below(tree, --right, weight);
  }
  if (tree[root] != before) count_line(before, tree[root]);
}

void LinkLoads::add(int from, int to, int weight) {
  std::array<int, most_dimensions> here{};
  for (int axis = 0; axis < network_->dimensions(); ++axis) here[axis] = network_->coordinate(from, axis);
  for (const int axis : network_->order()) {
    const int begin = here[axis];
    const int end = network_->coordinate(to, axis);
    if (begin == end) continue;
    const int extent = network_->extents()[axis];
    const int hops = network_->line(axis).hops(begin, end);
    std::size_t line = 0;
    for (int other = 0; other < network_->dimensions(); ++other)
      line += static_cast<std::size_t>(here[other]) * line_step_[axis][other];
    std::int32_t* tree = trees_.data() + first_tree_[axis] + (2 * line + (hops > 0 ? 1 : 0)) * 2 * extent;
    // The link between c and c + 1 has number c, in both directions.
    const int first = hops > 0 ? begin : end;
    const int last = first + std::abs(hops);
    add_run(tree, extent, first, std::min(last, extent), weight);
    if (last > extent) add_run(tree, extent, 0, last - extent, weight);
    here[axis] = end;
  }
}

Traffic::Traffic(const Network& network, const Pattern& pattern, std::vector<int> nodes)
    : network_(&network), pattern_(&pattern), nodes_(std::move(nodes)), loads_(network),
      messages_by_hops_(static_cast<std::size_t>(network.diameter()) + 1, 0) {
  for (int rank = 0; rank < pattern.ranks(); ++rank)
    for (const Partner& partner : pattern.sends(rank)) send(nodes_[rank], nodes_[partner.rank], partner.weight);
}

void Traffic::send(int from, int to, int weight) {
  loads_.add(from, to, weight);
  const int hops = network_->hops(from, to);
  messages_by_hops_[hops] += weight > 0 ? 1 : -1;
  hops_ += weight > 0 ? hops : -hops;
  longest_ = std::max(longest_, hops);
  while (longest_ > 0 && messages_by_hops_[longest_] == 0) --longest_;
}

void Traffic::exchange(int rank, int sign) {
  for (const Partner& partner : pattern_->sends(rank)) send(nodes_[rank], nodes_[partner.rank], sign * partner.weight);
  for (const Partner& partner : pattern_->receives(rank))
    send(nodes_[partner.rank], nodes_[rank], sign * partner.weight);
}

void Traffic::move(int rank, int to) {
  if (nodes_[rank] == to) return;
  exchange(rank, -1);
  nodes_[rank] = to;
  exchange(rank, 1);
}

} // namespace daruma::models::spares
