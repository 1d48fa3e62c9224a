#include "sim/batch/placement_cost.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace daruma::batch {

namespace spares = models::spares;

namespace {

/// As like each other as can be, together at least so many.
std::vector<int> extents_for(int ranks, int dimensions) {
  std::vector<int> extents;
  for (int left = dimensions; left > 0; --left) {
    const int narrow = std::max(1, static_cast<int>(std::floor(std::pow(ranks, 1.0 / left) + 1e-9)));
    extents.insert(extents.begin(), left == 1 ? ranks : narrow);
    ranks = (ranks + narrow - 1) / narrow;
  }
  return extents;
}

spares::Pattern pattern_of(const std::string& name, int ranks) {
  if (name == "ring") return spares::ring(ranks);
  if (name == "binomial-tree") return spares::binomial_tree(ranks);
  if (name == "all-to-all") return spares::all_to_all(ranks);
  return spares::stencil(extents_for(ranks, name == "stencil-3d" ? 3 : 2), {});
}

NodeSet all_of(int nodes) {
  NodeSet all(nodes);
  for (int node = 0; node < nodes; ++node) all.add(word_of(node), bit_of(node));
  return all;
}

const NodeChoice& best_choice(const NodeLayout& layout) {
  if (layout.grid) return node_choice::block;
  return layout.levels.empty() ? node_choice::first_fit : node_choice::by_switch;
}

} // namespace

topology::LinkLoads count_messages(const topology::Wiring& wiring, const spares::Pattern& pattern,
                                   const std::vector<int>& nodes) {
  std::vector<topology::Message> messages;
  const auto ranks = std::min(static_cast<int>(nodes.size()), pattern.ranks());
  const auto node_of = [&](int rank) { return nodes[static_cast<std::size_t>(rank)]; };
  for (int rank = 0; rank < ranks; ++rank)
    for (const spares::Partner& partner : pattern.sends(rank))
      if (partner.rank < ranks) messages.push_back({node_of(rank), node_of(partner.rank), partner.weight});
  return topology::count(wiring, messages);
}

NodeLayout layout_of(const topology::Topology& topology, int nodes) {
  return {nodes, topology.kind->grid(topology.shape), topology.kind->switch_levels(topology.shape)};
}

PlacementCost::PlacementCost(const topology::Topology& topology, int nodes, const std::string& pattern,
                             double communication)
    : wiring_(topology::wire(topology, nodes)), layout_(layout_of(topology, nodes)), pattern_(pattern),
      communication_(communication), messages_(wiring_->link_slots(), 0) {}

const PlacementCost::OfSize& PlacementCost::of_size(int nodes) {
  const auto found = known_.find(nodes);
  if (found != known_.end()) return found->second;
  spares::Pattern pattern = pattern_of(pattern_, nodes);
  const std::vector<int> best =
      best_choice(layout_).choose(all_of(layout_.nodes), nodes, layout_, RandomStream(0, 0, ""));
  const int collisions = count_messages(*wiring_, pattern, best).collisions;
  return known_.emplace(nodes, OfSize{std::move(pattern), collisions}).first->second;
}

double PlacementCost::enter(std::size_t job, const Places& places) {
  const std::vector<int> nodes = places.list();
  if (nodes.size() < 2) return 1;
  const OfSize& alone = of_size(static_cast<int>(nodes.size()));
  const std::vector<int> own = count_messages(*wiring_, alone.pattern, nodes).loads;
  std::vector<Load>& loads = jobs_[job];
  double fullest = 0;
  for (topology::LinkSlot link = 0; link < own.size(); ++link) {
    if (own[link] == 0) continue;
    fullest = std::max(fullest, own[link] + communication_ * messages_[link]);
    messages_[link] += own[link];
    loads.push_back({link, own[link]});
  }
  return alone.collisions == 0 ? 1 : 1 + communication_ * std::max(0.0, fullest / alone.collisions - 1);
}

void PlacementCost::leave(std::size_t job) {
  const auto found = jobs_.find(job);
  if (found == jobs_.end()) return;
  for (const Load& load : found->second) messages_[load.link] -= load.messages;
  jobs_.erase(found);
}

} // namespace daruma::batch
