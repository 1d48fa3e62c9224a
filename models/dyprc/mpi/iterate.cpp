#include "models/dyprc/mpi/arguments.hpp"
#include "models/dyprc/mpi/checkpoint.hpp"
#include "models/dyprc/mpi/dyprc.hpp"
#include "models/dyprc/mpi/ulfm_dyprc.h"
#include "models/port/rank.hpp"

#include <cstdio>

namespace daruma::models::dyprc {
namespace {

/// Lives above the restart point, so that a restart finds it as it was.
struct Iteration {
  int iterations = count_argument(iterate_arguments::iterations);
  Flops work = work_argument(iterate_arguments::work);
  Flops shared_work = work_argument(iterate_arguments::shared_work);

  MPI_Comm world = MPI_COMM_NULL;
  Checkpoint checkpoint;
  std::int64_t position = Checkpoint::unknown; ///< iterations done
  double value = 1;
  double sum = 0;
  Seconds spent{0}; ///< in the iterations that were completed here
  int completed = 0;
};

/// As the paper prints it, which counts iterations down.
int number_shown(const Iteration& iteration) { return iteration.iterations - static_cast<int>(iteration.position); }

void print_begin(const Iteration& iteration, int size) {
  char line[100];
  std::snprintf(line, sizeof line, "<<==== MPI_main%d rank0/%d ====", number_shown(iteration), size);
  port().print(line);
}

void print_end(const Iteration& iteration, int size, Seconds time) {
  char line[100];
  std::snprintf(line, sizeof line, "==== MPI_main%d rank0/%d time %.6f msec.====>>", number_shown(iteration), size,
                time.count() * 1e3);
  port().print(line);
}

void step(Iteration& iteration) {
  const int rank = rank_in(iteration.world);
  const int size = size_of(iteration.world);
  if (rank == 0) print_begin(iteration, size);
  const Seconds begin = port().now();
  port().compute(iteration.work + iteration.shared_work / static_cast<double>(size));
  MPI_Allreduce(&iteration.value, &iteration.sum, 1, MPI_DOUBLE, MPI_SUM, iteration.world);
  const Seconds time = port().now() - begin;
  if (rank == 0) print_end(iteration, size, time);
  port().span("iteration", begin, std::to_string(number_shown(iteration)));
  iteration.spent += time;
  ++iteration.completed;
  ++iteration.position;
  iteration.checkpoint.completed(iteration.world, iteration.position);
  ulfm_dyprc_poll(iteration.world);
}

void resume_iteration(void* argument) {
  Iteration& iteration = *static_cast<Iteration*>(argument);
  iteration.position = iteration.checkpoint.resume(iteration.world, iteration.position, ulfm_dyprc_lost());
}

void report(const Iteration& iteration) {
  if (rank_in(iteration.world) != 0 || iteration.completed == 0) return;
  port().metric("iteration_ms", iteration.spent.count() * 1e3 / iteration.completed);
  port().metric("iterations", iteration.completed);
}

void run(Iteration& iteration, int newcomer) {
  if (ulfm_dyprc_setjmp(iteration.world, newcomer) == 0)
    iteration.position = iteration.checkpoint.begin(iteration.world);
  while (iteration.position < iteration.iterations && ulfm_dyprc_is_put_aside() == 0) step(iteration);
  const bool is_done = iteration.position == iteration.iterations;
  if (is_done)
    report(iteration);
  else
    iteration.checkpoint.put_aside(iteration.world, iteration.position);
  end_job(is_done, iteration.world);
}

} // namespace

void dyprc_iteration_main() {
  Iteration iteration;
  MPI_Init(nullptr, nullptr);
  const int newcomer = ulfm_dyprc_merge_child(&iteration.world);
  ulfm_dyprc_on_restart(resume_iteration, &iteration);
  if (newcomer == 0) greet("Hello", iteration.world);
  run(iteration, newcomer);
}

} // namespace daruma::models::dyprc
