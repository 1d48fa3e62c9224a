// The parts of a status (MPI 4.1, section 3.2.5).
#include "sim/mpi/api/profiling.hpp"

namespace daruma::mpi {

extern "C" {

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define DARUMA_STATUS_PART(part, MEMBER)                                                                               \
  int MPI_Status_get_##part(const MPI_Status* status, int* part) {                                                     \
    *part = status->MEMBER;                                                                                            \
    return MPI_SUCCESS;                                                                                                \
  }                                                                                                                    \
  int MPI_Status_set_##part(MPI_Status* status, int part) {                                                            \
    status->MEMBER = part;                                                                                             \
    return MPI_SUCCESS;                                                                                                \
  }
// NOLINTEND(bugprone-macro-parentheses)

DARUMA_STATUS_PART(source, MPI_SOURCE)
DARUMA_STATUS_PART(tag, MPI_TAG)
DARUMA_STATUS_PART(error, MPI_ERROR)
}

} // namespace daruma::mpi
