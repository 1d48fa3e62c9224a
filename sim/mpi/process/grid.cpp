#include "sim/mpi/process/grid.hpp"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace daruma::mpi {

int Grid::size() const { return std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>()); }

std::vector<int> Grid::coordinates_of(int rank) const {
  std::vector<int> coordinates(extents.size());
  for (std::size_t d = extents.size(); d-- > 0; rank /= extents[d]) coordinates[d] = rank % extents[d];
  return coordinates;
}

int Grid::rank_at(const std::vector<int>& coordinates) const {
  int rank = 0;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const bool is_inside = coordinates[d] >= 0 && coordinates[d] < extents[d];
    if (!is_inside && !periodic[d]) return MPI_PROC_NULL;
    rank = rank * extents[d] + ((coordinates[d] % extents[d]) + extents[d]) % extents[d];
  }
  return rank;
}

int Grid::shifted(int rank, int dimension, int steps) const {
  auto coordinates = coordinates_of(rank);
  coordinates[static_cast<std::size_t>(dimension)] += steps;
  return rank_at(coordinates);
}

Grid Grid::slice(const std::vector<bool>& kept) const {
  Grid sliced;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (!kept[d]) continue;
    sliced.extents.push_back(extents[d]);
    sliced.periodic.push_back(periodic[d]);
  }
  return sliced;
}

namespace {

/// `count` factors of `product`, as equal as can be, descending.
std::vector<int> balanced_factors(int product, int count) {
  if (count == 0) return {};
  // The smallest largest factor decides; the others follow from what it leaves.
  const int least = static_cast<int>(std::ceil(std::pow(product, 1.0 / count) - 1e-9));
  for (int largest = std::max(least, 1); largest <= product; ++largest) {
    if (product % largest != 0) continue;
    auto factors = balanced_factors(product / largest, count - 1);
    const bool is_whole = count > 1 || product == largest;
    if (!is_whole || (!factors.empty() && factors.front() > largest)) continue;
    factors.insert(factors.begin(), largest);
    return factors;
  }
  return {};
}

} // namespace

bool balance(int nodes, std::vector<int>& extents) {
  int fixed = 1;
  int free = 0;
  for (const int extent : extents) {
    if (extent < 0) return false;
    if (extent == 0)
      ++free;
    else
      fixed *= extent;
  }
  if (nodes <= 0 || nodes % fixed != 0 || (free == 0 && nodes != fixed)) return false;
  const auto factors = balanced_factors(nodes / fixed, free);
  std::size_t next = 0;
  for (int& extent : extents)
    if (extent == 0) extent = factors[next++];
  return true;
}

} // namespace daruma::mpi
