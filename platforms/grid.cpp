#include "platforms/grid.hpp"

#include "sim/core/grid_line.hpp"

#include <cassert>
#include <cstdlib>
#include <utility>

namespace daruma::platforms {

namespace {

/// Calls step(dimension, direction, node) for every hop of the route, `node` being where the hop begins.
template <class Step> void walk(const std::vector<int>& extents, Wrap wrap, int from, int to, const Step& step) {
  int node = from;
  int stride = 1;
  for (std::size_t dimension = 0; dimension < extents.size(); ++dimension) {
    const GridLine line{extents[dimension], stride, wrap};
    const int hops = line.hops(line.coordinate(node), line.coordinate(to));
    const Direction direction = hops > 0 ? forward : backward;
    for (int hop = 0; hop < std::abs(hops); ++hop) {
      step(dimension, direction, node);
      node = line.neighbour(node, direction);
    }
    stride *= line.extent;
  }
}

} // namespace

std::vector<int> dimension_order_route(const std::vector<int>& extents, Wrap wrap, int from, int to) {
  std::vector<int> nodes;
  walk(extents, wrap, from, to, [&](std::size_t, Direction, int node) { nodes.push_back(node); });
  nodes.push_back(to);
  return nodes;
}

Grid::Grid(std::vector<int> extents, Wrap wrap) : extents_(std::move(extents)), wrap_(wrap) {
  for ([[maybe_unused]] int extent : extents_) assert(extent > 0);
}

std::size_t Grid::link_slots() const {
  std::size_t nodes = 1;
  for (int extent : extents_) nodes *= static_cast<std::size_t>(extent);
  return nodes * extents_.size() * 2;
}

/// The line on which the slot lies.
GridLine Grid::line(LinkSlot slot) const {
  const std::size_t dimension = slot / 2 % extents_.size();
  int stride = 1;
  for (std::size_t lower = 0; lower < dimension; ++lower) stride *= extents_[lower];
  return {extents_[dimension], stride, wrap_};
}

std::string Grid::link_name(LinkSlot slot) const {
  const int node = static_cast<int>(slot / 2 / extents_.size());
  if (!line(slot).has_link(node, static_cast<Direction>(slot % 2))) return "";
  const LinkEnds link = ends(slot);
  return std::to_string(link.from.index) + ">" + std::to_string(link.to.index);
}

/// Between routers, each at its node.
LinkEnds Grid::ends(LinkSlot slot) const {
  const int node = static_cast<int>(slot / 2 / extents_.size());
  return {{1, node}, {1, line(slot).neighbour(node, static_cast<Direction>(slot % 2))}, 0};
}

void Grid::route(int from, int to, std::vector<LinkSlot>& links) const {
  walk(extents_, wrap_, from, to, [&](std::size_t dimension, Direction direction, int node) {
    const std::size_t cable = static_cast<std::size_t>(node) * extents_.size() + dimension;
    links.push_back(2 * cable + direction);
  });
}

} // namespace daruma::platforms
