// Graph topologies and neighbourhoods: whom a rank exchanges data with (MPI 3.1, sections 7.5.3 to 7.6).
#pragma once

#include "sim/mpi/process/grid.hpp"

#include <utility>
#include <vector>

namespace daruma::mpi {

/// Of all ranks, as MPI_Graph_create describes it: `index[r]` is where the edges of rank r end.
struct Graph {
  std::vector<int> index;
  std::vector<int> edges;

  int size() const { return static_cast<int>(index.size()); }
  std::vector<int> neighbours_of(int rank) const;
};

/// Other ranks, and what the program says that each edge weighs.
struct Neighbours {
  std::vector<int> ranks;
  std::vector<int> weights;
};

/// Of one rank.
struct Neighbourhood {
  Neighbours sources;      ///< whom it gets data from
  Neighbours destinations; ///< whom it sends data to
};

struct Edge {
  int from;
  int to;
  int weight;
};

/// Of all ranks of a distributed graph.
struct DistributedGraph {
  bool is_weighted = false;
  std::vector<Neighbourhood> by_rank;
};

/// Whom a rank exchanges data with, in MPI's order, and in which order it asks for what comes in: where two neighbours
/// are one rank, what is sent to the one below comes from the one above.
struct Partners {
  std::vector<int> sources;
  std::vector<int> destinations;
  std::vector<int> order; ///< indices of `sources`
};

Partners partners_on(const Grid& grid, int rank);
Partners partners_among(std::vector<int> sources, std::vector<int> destinations);

} // namespace daruma::mpi
