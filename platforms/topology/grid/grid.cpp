// Mesh and torus in any number of dimensions, with dimension-order routing (x first, then y, ...).
//
// Node id = x + X*y + X*Y*z + ... Neighbours are joined by one link per direction of travel. Along a
// ring of the torus a message goes the shorter way; at exactly half of an even ring it goes in the
// direction of growing coordinates. By that rule nothing ever travels down a ring of two, so such a
// ring has one link per direction, like a mesh of two, and not two parallel ones. An extent of 1 has
// no links. Source: the networks that the spare-node paper assumes (section 3).
#include "platforms/topology/topology.hpp"

#include <cassert>
#include <cstdlib>
#include <utility>

namespace daruma::topology {

namespace {

class Grid final : public Wiring {
public:
  Grid(std::vector<int> extents, Wrap wrap) : extents_(std::move(extents)), wrap_(wrap) {
    for ([[maybe_unused]] int extent : extents_) assert(extent > 0);
  }

  std::size_t link_slots() const override {
    std::size_t nodes = 1;
    for (int extent : extents_) nodes *= static_cast<std::size_t>(extent);
    return nodes * extents_.size() * 2;
  }
  std::string link_name(LinkSlot slot) const override {
    const int node = static_cast<int>(slot / 2 / extents_.size());
    if (!line(slot).has_link(node, static_cast<Direction>(slot % 2))) return "";
    const LinkEnds link = ends(slot);
    return std::to_string(link.from.index) + ">" + std::to_string(link.to.index);
  }
  /// Between routers, each at its node.
  LinkEnds ends(LinkSlot slot) const override {
    const int node = static_cast<int>(slot / 2 / extents_.size());
    return {{1, node}, {1, line(slot).neighbour(node, static_cast<Direction>(slot % 2))}, 0};
  }
  void route(int from, int to, std::vector<LinkSlot>& links) const override {
    int node = from;
    int stride = 1;
    for (std::size_t dimension = 0; dimension < extents_.size(); ++dimension) {
      const GridLine line{extents_[dimension], stride, wrap_};
      const int hops = line.hops(line.coordinate(node), line.coordinate(to));
      const Direction direction = hops > 0 ? forward : backward;
      for (int hop = 0; hop < std::abs(hops); ++hop) {
        links.push_back(2 * (static_cast<std::size_t>(node) * extents_.size() + dimension) + direction);
        node = line.neighbour(node, direction);
      }
      stride *= line.extent;
    }
  }
  std::optional<Element> router(int node) const override { return Element{1, node}; }

private:
  /// The line on which the slot lies.
  GridLine line(LinkSlot slot) const {
    const std::size_t dimension = slot / 2 % extents_.size();
    int stride = 1;
    for (std::size_t lower = 0; lower < dimension; ++lower) stride *= extents_[lower];
    return {extents_[dimension], stride, wrap_};
  }

  std::vector<int> extents_;
  Wrap wrap_;
};

class GridKind final : public TopologyKind {
public:
  GridKind(std::string name, std::string meaning, Wrap wrap)
      : name_(std::move(name)), meaning_(std::move(meaning)), wrap_(wrap) {}

  std::string_view name() const override { return name_; }
  std::string meaning() const override { return meaning_; }
  std::vector<Parameter> parameters() const override {
    constexpr std::size_t most_dimensions = 6;
    return {{"dimensions",
             "extent in each of 1 to 6 dimensions, in nodes, x first",
             Parameter::Form::list,
             {},
             1,
             most_dimensions,
             "extents"}};
  }
  int places(const Shape& shape) const override { return places_of(extents(shape)); }
  std::string text(const Shape& shape) const override {
    std::string text = "a " + name_ + " of ";
    for (const int extent : extents(shape)) text += std::to_string(extent) + "x";
    text.pop_back();
    return text;
  }
  std::unique_ptr<const Wiring> wire(const Shape& shape, int) const override {
    return std::make_unique<Grid>(extents(shape), wrap_);
  }
  std::string why_no_switch_levels() const override { return "each node has a router of its own"; }
  std::optional<GridShape> grid(const Shape& shape) const override { return GridShape{extents(shape), wrap_}; }
  Drawing draw(const Shape& shape, int) const override { return in_layers(extents(shape)); }

private:
  static const std::vector<int>& extents(const Shape& shape) { return shape.at("dimensions"); }

  std::string name_;
  std::string meaning_;
  Wrap wrap_;
};

} // namespace

const TopologyKind& mesh() {
  static const GridKind kind("mesh", "nodes at the points of a grid, each with a router; routed along x first",
                             Wrap::none);
  return kind;
}

const TopologyKind& torus() {
  static const GridKind kind("torus", "a mesh whose opposite faces are joined", Wrap::around);
  return kind;
}

} // namespace daruma::topology
