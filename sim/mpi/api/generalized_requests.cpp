// Generalized requests (MPI 3.1, section 12.2): what a program does by itself, waited for as MPI's own operations are.
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/process/process.hpp"

#include <algorithm>
#include <memory>

namespace daruma::mpi {

extern "C" {

int MPI_Grequest_start(MPI_Grequest_query_function* query, MPI_Grequest_free_function* release,
                       MPI_Grequest_cancel_function* cancel, void* extra_state, MPI_Request* request) {
  Process& process = enter(__func__);
  Request started;
  started.kind = Request::Kind::operation;
  started.owner = &process;
  started.handle = process.world;
  started.active = true;
  started.generalized = std::make_shared<const Generalized>(Generalized{query, release, cancel, extra_state});
  started.status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
  *request = to_mpi(&issue(started, __func__));
  return MPI_SUCCESS;
}

/// One that the program has let go ends here.
int MPI_Grequest_complete(MPI_Request request) {
  Process& process = enter(__func__);
  Request* const completed = from_mpi(request);
  if (!completed || !completed->generalized || completed->complete) return raise(*process.world, MPI_ERR_REQUEST);
  completed->finish(MPI_SUCCESS);
  auto& freed = process.unattended;
  const auto own = std::find_if(freed.begin(), freed.end(), [=](const auto& one) { return one.get() == completed; });
  if (own == freed.end()) return MPI_SUCCESS;
  const auto released = completed->generalized;
  freed.erase(own);
  return released->release(released->extra_state);
}
}

} // namespace daruma::mpi
