#include "models/falanx/mpi/ranks.hpp"

#include "models/port/port.hpp"

#include <cstdlib>

namespace daruma::models::falanx {

void end_job(const Ranks& ranks, std::string_view why) {
  port().print("falanx: " + std::string(why));
  MPI_Abort(ranks.comm, EXIT_FAILURE);
  std::abort();
}

} // namespace daruma::models::falanx
