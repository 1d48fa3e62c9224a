// The calls of MPI about Cartesian topologies.
#include "sim/mpi/api/creation.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <algorithm>
#include <vector>

namespace daruma::mpi {

namespace {

/// A call on a communicator that has a grid: `body(LocalCommunicator&, const Grid&)`.
template <class Body> int on_grid(const char* call, MPI_Comm comm, Body&& body) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    const Grid* grid = handle.communicator->topology.grid.get();
    return grid ? error_of(body, handle, *grid) : +MPI_ERR_TOPOLOGY;
  });
}

/// An error class if the extents do not make a grid within `ranks` ranks.
int check(int dimensions, const int* extents, std::size_t ranks) {
  std::size_t size = 1;
  for (int d = 0; d < dimensions; ++d) {
    if (extents[d] <= 0) return MPI_ERR_DIMS;
    size *= static_cast<std::size_t>(extents[d]);
    if (size > ranks) return MPI_ERR_DIMS;
  }
  return dimensions < 0 ? +MPI_ERR_DIMS : +MPI_SUCCESS;
}

Grid make_grid(int dimensions, const int* extents, const int* periodic) {
  Grid grid{{extents, extents + dimensions}, {}};
  std::transform(periodic, periodic + dimensions, std::back_inserter(grid.periodic), [](int p) { return p != 0; });
  return grid;
}

/// The place of `rank` in the dimensions that `kept` says, or in the others, row by row.
int place_in(const Grid& grid, int rank, std::vector<bool> kept, bool in_others) {
  if (in_others) kept.flip();
  const auto all = grid.coordinates_of(rank);
  std::vector<int> own;
  for (std::size_t d = 0; d < all.size(); ++d)
    if (kept[d]) own.push_back(all[d]);
  return grid.slice(kept).rank_at(own);
}

} // namespace

extern "C" {

int MPI_Cart_create(MPI_Comm comm, int ndims, const int* dims, const int* periods, int, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (const int error = check(ndims, dims, handle.local().size())) return error;
    return arrange(handle, make_grid(ndims, dims, periods), made);
  });
}

int MPI_Cart_sub(MPI_Comm comm, const int* remain, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    const Grid* grid = handle.communicator->topology.grid.get();
    if (!grid) return +MPI_ERR_TOPOLOGY;
    const std::vector<bool> kept(remain, remain + grid->extents.size());
    const int color = place_in(*grid, handle.rank, kept, true);
    const int key = place_in(*grid, handle.rank, kept, false);
    return split_grid(handle, color, key, grid->slice(kept), made);
  });
}

int MPI_Cart_map(MPI_Comm comm, int ndims, const int* dims, const int*, int* newrank) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(ndims, dims, handle.local().size())) return error;
    const Grid grid{{dims, dims + ndims}, {}};
    *newrank = handle.rank < grid.size() ? handle.rank : MPI_UNDEFINED;
    return +MPI_SUCCESS;
  });
}

int MPI_Cartdim_get(MPI_Comm comm, int* ndims) {
  return on_grid(__func__, comm,
                 [&](LocalCommunicator&, const Grid& grid) { *ndims = static_cast<int>(grid.extents.size()); });
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int* dims, int* periods, int* coords) {
  return on_grid(__func__, comm, [&](LocalCommunicator& handle, const Grid& grid) {
    give_what_fits(grid.extents, maxdims, dims);
    give_what_fits(grid.periodic, maxdims, periods);
    give_what_fits(grid.coordinates_of(handle.rank), maxdims, coords);
  });
}

int MPI_Cart_rank(MPI_Comm comm, const int* coords, int* rank) {
  return on_grid(__func__, comm, [&](LocalCommunicator&, const Grid& grid) {
    *rank = grid.rank_at({coords, coords + grid.extents.size()});
    return *rank == MPI_PROC_NULL ? +MPI_ERR_ARG : +MPI_SUCCESS;
  });
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int* coords) {
  return on_grid(__func__, comm, [&](LocalCommunicator&, const Grid& grid) {
    if (rank < 0 || rank >= grid.size()) return +MPI_ERR_RANK;
    give_what_fits(grid.coordinates_of(rank), maxdims, coords);
    return +MPI_SUCCESS;
  });
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int displ, int* source, int* dest) {
  return on_grid(__func__, comm, [&](LocalCommunicator& handle, const Grid& grid) {
    if (direction < 0 || direction >= static_cast<int>(grid.extents.size())) return +MPI_ERR_DIMS;
    *source = grid.shifted(handle.rank, direction, -displ);
    *dest = grid.shifted(handle.rank, direction, displ);
    return +MPI_SUCCESS;
  });
}

int MPI_Dims_create(int nnodes, int ndims, int* dims) {
  Process& process = enter(__func__);
  if (ndims < 0) return raise(*process.world, MPI_ERR_DIMS);
  bool is_possible = false;
  {
    std::vector<int> extents(dims, dims + ndims);
    is_possible = balance(nnodes, extents);
    std::copy(extents.begin(), extents.end(), dims);
  }
  return is_possible ? +MPI_SUCCESS : raise(*process.world, MPI_ERR_DIMS);
}
}

} // namespace daruma::mpi
