#include "models/spares/mpi/restarted_stencil.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "models/spares/mpi/stencil_work.hpp"

#include <string>
#include <vector>

namespace daruma::models::spares {

namespace {

/// Of each rank, which process carries it, as Port::process_id() has it; empty if somebody failed meanwhile.
std::vector<int> processes_of_world() {
  const int own = port().process_id();
  std::vector<int> processes(static_cast<std::size_t>(size_of(MPI_COMM_WORLD)));
  const int code = MPI_Allgather(&own, 1, MPI_INT, processes.data(), 1, MPI_INT, MPI_COMM_WORLD);
  return code == MPI_SUCCESS ? processes : std::vector<int>();
}

/// From the newest checkpoint that all have to the last step. False if somebody failed meanwhile.
bool perform(const StencilOrder& order, const Pattern& halos, int restarts) {
  const Seconds begin = port().now();
  StencilWork work(order, halos);
  if (restarts > 0) {
    work.steps().lose_state();
    work.steps().go_back();
  }
  const std::vector<int> processes = processes_of_world();
  if (processes.empty()) return false;
  const int rank = rank_in(MPI_COMM_WORLD);
  const auto partner = static_cast<std::size_t>(checkpoint_partner(rank, order.layout.ranks()));
  const Seat seat{MPI_COMM_WORLD, rank, processes[partner], restarts};
  if (!work.resume(seat)) return false;
  if (restarts > 0) port().span("restart", begin, "all in place");
  if (restarts > 0 && rank == 0) port().restarted("all ranks in place");
  if (!work.work(seat)) return false;
  if (rank == 0) work.report();
  return true;
}

} // namespace

void restart_in_place(const StencilOrder& order, const Pattern& halos) {
  port().restartable([&](int restarts) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (perform(order, halos, restarts)) return;
    while (true) port().sleep(Seconds(1)); // the launcher is about to restart it
  });
}

} // namespace daruma::models::spares
