#include "models/spares/paper/grids.hpp"

#include "models/spares/logic/recount.hpp"

#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

study::GridPlace place_of(const Network& network, int node) {
  return {network.coordinate(node, 0), network.coordinate(node, 1)};
}

study::GridNode picture_of(const Placement& placement, int node) {
  const study::GridPlace at = place_of(placement.layout().network(), node);
  const int rank = placement.at(node);
  if (rank == Placement::failed) return {at, study::NodeState::has_failed, ""};
  if (rank == Placement::idle) return {at, study::NodeState::is_spare, ""};
  return {at, study::NodeState::works, std::to_string(rank)};
}

/// Of a mesh, those that several messages share.
std::vector<study::GridArrow> shared_links(const Network& network, const std::vector<int>& loads) {
  std::vector<study::GridArrow> shared;
  for (int node = 0; node < network.nodes(); ++node)
    for (int axis = 0; axis < network.dimensions(); ++axis)
      for (const Direction direction : {forward, backward}) {
        const int messages = loads[load_at(network, node, axis, direction)];
        const int next = node + (direction == forward ? 1 : -1) * network.stride(axis);
        if (messages > 1) shared.push_back({place_of(network, node), place_of(network, next), messages});
      }
  return shared;
}

/// By the rank that began there, as the paper names nodes.
int began_on(const Layout& layout, int node) {
  int rank = 0;
  while (layout.home(rank) != node) ++rank;
  return rank;
}

} // namespace

std::vector<study::Grid> grids_after(const std::string& line, const char* faces,
                                     const std::vector<Substitution>& answers) {
  const Layout layout({6, 6}, parse_faces(faces, 2).value(), Wrap::none);
  const Network& network = layout.network();
  const Pattern pattern = stencil(layout.job(), {});
  Placement placement(layout);
  std::vector<study::Grid> grids;
  for (const Substitution& answer : answers) {
    placement.apply(answer);
    const Recount count = recount(network, pattern, placement.nodes());
    study::Grid grid{line, fmt::format("{} fails: {} moved, {} on a link", began_on(layout, answer.failed),
                                       answer.moves.size(), count.collisions)};
    for (int node = 0; node < network.nodes(); ++node) grid.nodes.push_back(picture_of(placement, node));
    for (const Move& move : answer.moves)
      grid.moves.push_back({place_of(network, move.from), place_of(network, move.to)});
    grid.links = shared_links(network, count.loads);
    grids.push_back(std::move(grid));
  }
  return grids;
}

} // namespace daruma::models::spares::paper
