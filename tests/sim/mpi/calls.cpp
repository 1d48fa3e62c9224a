#include "tests/sim/mpi/calls.hpp"

#include "tests/sim/mpi/call_lists.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <algorithm>
#include <iterator>

namespace daruma::mpi::test {

Doubles filled(int blocks) { return Doubles(static_cast<std::size_t>(blocks) * count, 1.0); }

int started(const std::function<int(MPI_Request*)>& start) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int error = start(&request);
  return error ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int started_once(const std::function<int(MPI_Request*)>& init) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (const int error = init(&request)) return error;
  MPI_Start(&request);
  const int error = MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  return error;
}

int polled(const std::function<int(int*)>& look) {
  int flag = 0;
  int error = MPI_SUCCESS;
  while (!flag && !error) {
    error = look(&flag);
    if (!flag && !error) rest_for(between_looks);
  }
  return error;
}

int unwrap(int error, const MPI_Status* statuses, int n) {
  if (error != MPI_ERR_IN_STATUS) return error;
  for (int i = 0; i < n; ++i)
    if (statuses[i].MPI_ERROR != MPI_SUCCESS && statuses[i].MPI_ERROR != MPI_ERR_PENDING) return statuses[i].MPI_ERROR;
  return error;
}

const std::vector<NamedCall>& calls() {
  static const std::vector<NamedCall> every = [] {
    std::vector<NamedCall> all;
    for (const auto& part : {message_calls(), collective_calls(), communicator_calls(), window_calls(), file_calls()})
      std::copy(part.begin(), part.end(), std::back_inserter(all));
    return all;
  }();
  return every;
}

} // namespace daruma::mpi::test
