// A flat cluster: one cable from each node to one switch that is never the bottleneck.
//
// A message takes two links: up from its source, down to its destination.
#include "platforms/topology/topology.hpp"

#include <algorithm>

namespace daruma::topology {

namespace {

LinkSlot up(int node) { return 2 * static_cast<LinkSlot>(node); }
LinkSlot down(int node) { return up(node) + 1; }

class Crossbar final : public Wiring {
public:
  explicit Crossbar(int nodes) : nodes_(nodes) {}

  std::size_t link_slots() const override { return 2 * static_cast<std::size_t>(nodes_); }
  std::string link_name(LinkSlot) const override;
  LinkEnds ends(LinkSlot) const override;
  void route(int from, int to, std::vector<LinkSlot>& links) const override;

private:
  int nodes_;
};

class Flat final : public TopologyKind {
public:
  std::string_view name() const override { return "flat"; }
  std::string meaning() const override { return "each node has a link to one ideal crossbar"; }
  Occupancy occupancy() const override { return Occupancy::any_number; }
  std::string text(const Shape&) const override { return "flat"; }
  std::unique_ptr<const Wiring> wire(const Shape&, int nodes) const override {
    return std::make_unique<Crossbar>(nodes);
  }
  bool has_shared_links() const override { return false; }
  std::string why_no_switch_levels() const override { return "a single ideal switch joins all nodes"; }
  Drawing draw(const Shape&, int nodes) const override {
    constexpr int of_row = 16;
    return in_rows(std::min(of_row, nodes), nodes);
  }
};

} // namespace

const TopologyKind& flat() {
  static const Flat kind;
  return kind;
}

std::string Crossbar::link_name(LinkSlot slot) const {
  const std::string node = std::to_string(slot / 2);
  return slot % 2 == 0 ? node + ">x" : "x>" + node;
}

LinkEnds Crossbar::ends(LinkSlot slot) const {
  const Element node{0, static_cast<int>(slot / 2)};
  const Element crossbar{1, 0};
  return slot % 2 == 0 ? LinkEnds{node, crossbar, 0} : LinkEnds{crossbar, node, 0};
}

void Crossbar::route(int from, int to, std::vector<LinkSlot>& links) const {
  links.push_back(up(from));
  links.push_back(down(to));
}

} // namespace daruma::topology
