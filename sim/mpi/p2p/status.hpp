// How much a status says that came in, and whether it was cancelled.
//
// SMPI's MPI_Status counts bytes in an int. What goes beyond is kept in the upper 31 bits of the word in which SMPI
// keeps a flag.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace daruma::mpi {

inline MPI_Count bytes_of(const MPI_Status& status) {
  const auto above = static_cast<std::uint32_t>(status.cancelled) >> 1;
  return static_cast<MPI_Count>(static_cast<std::uint64_t>(above) << 32 | static_cast<std::uint32_t>(status.count));
}

inline bool is_cancelled(const MPI_Status& status) { return (status.cancelled & 1) != 0; }

inline void set_bytes(MPI_Status& status, MPI_Count bytes) {
  const auto all = static_cast<std::uint64_t>(bytes);
  status.count = static_cast<int>(static_cast<std::uint32_t>(all));
  status.cancelled = static_cast<int>(static_cast<std::uint32_t>(all >> 32) << 1) | (status.cancelled & 1);
}

inline void set_cancelled(MPI_Status& status, bool is) { status.cancelled = (status.cancelled & ~1) | (is ? 1 : 0); }

} // namespace daruma::mpi
