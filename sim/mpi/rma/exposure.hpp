// What a member of a window lets the others access.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>

namespace daruma::mpi {

struct Exposure {
  std::byte* base = nullptr;           ///< MPI_BOTTOM where the window is dynamic: displacements are addresses then
  MPI_Aint size = 0;                   ///< bytes
  int unit = 1;                        ///< bytes of a displacement
  std::shared_ptr<std::byte> memory{}; ///< that the window allocated for it, or for all of them
};

} // namespace daruma::mpi
