// Cartesian topologies: ranks of a communicator on a grid, row by row (MPI 3.1, section 7.5).
#pragma once

#include <vector>

namespace daruma::mpi {

struct Grid {
  std::vector<int> extents;
  std::vector<int> periodic; ///< 0 or 1 per dimension

  int size() const;
  std::vector<int> coordinates_of(int rank) const;
  /// MPI_PROC_NULL for a place beyond the edge of a dimension that is not periodic.
  int rank_at(const std::vector<int>& coordinates) const;
  /// The neighbour of `rank` that is `steps` further along a dimension.
  int shifted(int rank, int dimension, int steps) const;
  /// Some of the dimensions as a grid of their own.
  Grid slice(const std::vector<bool>& kept) const;
};

/// Fills in the extents that are 0, as equal as can be and descending, so that their product is `nodes`; false if
/// there are none.
bool balance(int nodes, std::vector<int>& extents);

} // namespace daruma::mpi
