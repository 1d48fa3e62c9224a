// Graph topologies, of all ranks and distributed.
#include "sim/mpi/api/creation.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <algorithm>
#include <vector>

namespace daruma::mpi {

namespace {

std::vector<int> numbers_of(int count, const int* numbers) {
  return count > 0 ? std::vector<int>(numbers, numbers + count) : std::vector<int>{};
}

bool are_ranks(const std::vector<int>& ranks, std::size_t size) {
  return std::all_of(ranks.begin(), ranks.end(),
                     [=](int rank) { return rank >= 0 && static_cast<std::size_t>(rank) < size; });
}

/// An error class if this is no graph within `ranks` ranks.
int check(int nodes, const int* index, const int* edges, std::size_t ranks) {
  if (nodes < 0 || static_cast<std::size_t>(nodes) > ranks) return MPI_ERR_ARG;
  if (!std::is_sorted(index, index + nodes) || (nodes > 0 && index[0] < 0)) return MPI_ERR_ARG;
  const auto all = numbers_of(nodes > 0 ? index[nodes - 1] : 0, edges);
  return are_ranks(all, static_cast<std::size_t>(nodes)) ? +MPI_SUCCESS : +MPI_ERR_ARG;
}

/// A call on a communicator that has a graph: `body(const Graph&)`.
template <class Body> int on_graph(const char* call, MPI_Comm comm, Body&& body) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    const Graph* const graph = handle.communicator->topology.graph.get();
    return graph ? error_of(body, *graph) : +MPI_ERR_TOPOLOGY;
  });
}

template <class Body> int on_distributed_graph(const char* call, MPI_Comm comm, Body&& body) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    const DistributedGraph* const graph = handle.communicator->topology.distributed.get();
    if (!graph) return +MPI_ERR_TOPOLOGY;
    body(graph->is_weighted, graph->by_rank[static_cast<std::size_t>(handle.rank)]);
    return +MPI_SUCCESS;
  });
}

bool has_weights(const int* weights) { return weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY; }

Neighbours neighbours(int count, const int* ranks, const int* weights) {
  Neighbours made{numbers_of(count, ranks), std::vector<int>(static_cast<std::size_t>(std::max(count, 0)), 1)};
  if (has_weights(weights)) made.weights = numbers_of(count, weights);
  return made;
}

/// The edges that each of `count` sources has so many of.
std::vector<Edge> edges_of(int count, const int* sources, const int* degrees, const int* destinations,
                           const int* weights) {
  std::vector<Edge> edges;
  int next = 0;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < degrees[i]; ++j, ++next)
      edges.push_back({sources[i], destinations[next], has_weights(weights) ? weights[next] : 1});
  return edges;
}

} // namespace

extern "C" {

int MPI_Graph_create(MPI_Comm comm, int nnodes, const int* index, const int* edges, int, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (const int error = check(nnodes, index, edges, handle.local().size())) return error;
    if (nnodes == 0) return +MPI_SUCCESS;
    return arrange(handle, Graph{numbers_of(nnodes, index), numbers_of(index[nnodes - 1], edges)}, made);
  });
}

int MPI_Graph_map(MPI_Comm comm, int nnodes, const int* index, const int* edges, int* newrank) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(nnodes, index, edges, handle.local().size())) return error;
    *newrank = handle.rank < nnodes ? handle.rank : MPI_UNDEFINED;
    return +MPI_SUCCESS;
  });
}

int MPI_Graphdims_get(MPI_Comm comm, int* nnodes, int* nedges) {
  return on_graph(__func__, comm, [&](const Graph& graph) {
    *nnodes = graph.size();
    *nedges = static_cast<int>(graph.edges.size());
  });
}

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int* index, int* edges) {
  return on_graph(__func__, comm, [&](const Graph& graph) {
    give_what_fits(graph.index, maxindex, index);
    give_what_fits(graph.edges, maxedges, edges);
  });
}

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int* count) {
  return on_graph(__func__, comm, [&](const Graph& graph) {
    if (rank < 0 || rank >= graph.size()) return +MPI_ERR_RANK;
    *count = static_cast<int>(graph.neighbours_of(rank).size());
    return +MPI_SUCCESS;
  });
}

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int room, int* neighbors) {
  return on_graph(__func__, comm, [&](const Graph& graph) {
    if (rank < 0 || rank >= graph.size()) return +MPI_ERR_RANK;
    give_what_fits(graph.neighbours_of(rank), room, neighbors);
    return +MPI_SUCCESS;
  });
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int* sources, const int* sourceweights,
                                   int outdegree, const int* destinations, const int* destweights, MPI_Info, int,
                                   MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    const Neighbourhood own{neighbours(indegree, sources, sourceweights),
                            neighbours(outdegree, destinations, destweights)};
    const std::size_t size = handle.local().size();
    if (indegree < 0 || outdegree < 0 || !are_ranks(own.sources.ranks, size) ||
        !are_ranks(own.destinations.ranks, size))
      return +MPI_ERR_ARG;
    const bool is_weighted = sourceweights != MPI_UNWEIGHTED && destweights != MPI_UNWEIGHTED;
    return arrange(handle, own, is_weighted, made);
  });
}

int MPI_Dist_graph_create(MPI_Comm comm, int n, const int* sources, const int* degrees, const int* destinations,
                          const int* weights, MPI_Info, int, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (n < 0 || std::any_of(degrees, degrees + n, [](int degree) { return degree < 0; })) return +MPI_ERR_ARG;
    const auto edges = edges_of(n, sources, degrees, destinations, weights);
    const std::size_t size = handle.local().size();
    const auto is_sound = [=](const Edge& edge) { return are_ranks({edge.from, edge.to}, size) && edge.weight >= 0; };
    if (!std::all_of(edges.begin(), edges.end(), is_sound)) return +MPI_ERR_ARG;
    return arrange(handle, edges, weights != MPI_UNWEIGHTED, made);
  });
}

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
  return on_distributed_graph(__func__, comm, [&](bool is_weighted, const Neighbourhood& own) {
    *indegree = static_cast<int>(own.sources.ranks.size());
    *outdegree = static_cast<int>(own.destinations.ranks.size());
    *weighted = is_weighted;
  });
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int* sources, int* sourceweights, int maxoutdegree,
                             int* destinations, int* destweights) {
  return on_distributed_graph(__func__, comm, [&](bool is_weighted, const Neighbourhood& own) {
    give_what_fits(own.sources.ranks, maxindegree, sources);
    give_what_fits(own.destinations.ranks, maxoutdegree, destinations);
    if (!is_weighted) return;
    if (has_weights(sourceweights)) give_what_fits(own.sources.weights, maxindegree, sourceweights);
    if (has_weights(destweights)) give_what_fits(own.destinations.weights, maxoutdegree, destweights);
  });
}

int MPI_Topo_test(MPI_Comm comm, int* status) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    const Topology& topology = handle.communicator->topology;
    *status = topology.grid          ? static_cast<int>(MPI_CART)
              : topology.graph       ? static_cast<int>(MPI_GRAPH)
              : topology.distributed ? static_cast<int>(MPI_DIST_GRAPH)
                                     : MPI_UNDEFINED;
  });
}
}

} // namespace daruma::mpi
