// The blocks of collective calls, as the arguments of MPI's calls describe them, with counts of any width.
#pragma once

#include "sim/mpi/p2p/buffer.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace daruma::mpi {

/// What a rank has for every other one, or gets from it.
using Blocks = std::vector<Buffer>;

inline const Buffer& block(const Blocks& blocks, int rank) { return blocks[static_cast<std::size_t>(rank)]; }

/// Blocks as the v-calls of MPI describe them, displacements in extents; one after the other if there are none.
template <class Count, class Displacement>
Blocks listed_blocks(void* address, const Count* counts, const Displacement* displacements, const DatatypePtr& type,
                     int n) {
  const MPI_Aint extent = type ? type->extent() : 0;
  Blocks blocks;
  blocks.reserve(static_cast<std::size_t>(n));
  MPI_Aint next = 0;
  for (int i = 0; i < n; next += static_cast<MPI_Aint>(counts[i++])) {
    const MPI_Aint at = displacements ? static_cast<MPI_Aint>(displacements[i]) : next;
    blocks.emplace_back(beyond(address, at * extent), counts[i], type);
  }
  return blocks;
}

/// n equal blocks one after the other.
inline Blocks equal_blocks(void* address, MPI_Count count, const DatatypePtr& type, int n) {
  const std::vector<MPI_Count> counts(static_cast<std::size_t>(n), count);
  return listed_blocks(address, counts.data(), static_cast<const MPI_Aint*>(nullptr), type, n);
}

/// Blocks as MPI_Alltoallw describes them, displacements in bytes.
template <class Count, class Displacement>
Blocks typed_blocks(void* address, const Count* counts, const Displacement* displacements, const MPI_Datatype* types,
                    int n) {
  Blocks blocks;
  blocks.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) blocks.emplace_back(beyond(address, displacements[i]), counts[i], types[i]);
  return blocks;
}

} // namespace daruma::mpi
