#include "sim/mpi/process/graph.hpp"

#include <numeric>

namespace daruma::mpi {

std::vector<int> Graph::neighbours_of(int rank) const {
  const auto at = static_cast<std::size_t>(rank);
  const int first = rank == 0 ? 0 : index[at - 1];
  return {edges.begin() + first, edges.begin() + index[at]};
}

Partners partners_on(const Grid& grid, int rank) {
  Partners partners;
  for (int d = 0; d < static_cast<int>(grid.extents.size()); ++d) {
    for (const int steps : {-1, 1}) partners.sources.push_back(grid.shifted(rank, d, steps));
    for (const int above_or_below : {2 * d + 1, 2 * d}) partners.order.push_back(above_or_below);
  }
  partners.destinations = partners.sources;
  return partners;
}

Partners partners_among(std::vector<int> sources, std::vector<int> destinations) {
  Partners partners{std::move(sources), std::move(destinations), {}};
  partners.order.resize(partners.sources.size());
  std::iota(partners.order.begin(), partners.order.end(), 0);
  return partners;
}

} // namespace daruma::mpi
