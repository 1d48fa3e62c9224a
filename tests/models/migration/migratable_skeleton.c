/* A program on the library of migratable.h, as its header shows it: it must compile as strict C99. */
#include "models/migration/mpi/migratable.h"

enum { iterations = 100, between_checkpoints = 10 };

/* The sum of the first numbers, by one process after the other. */
static struct {
  int iteration;
  int sum;
  int since_checkpoint;
} state;

static void iterate(MPI_Comm comm) {
  int share = state.iteration;
  int size = 1;
  int total = 0;
  MPI_Comm_size(comm, &size);
  MPI_Allreduce(&share, &total, 1, MPI_INT, MPI_SUM, comm);
  state.sum += total / size;
  state.iteration++;
  state.since_checkpoint++;
}

static int checkpoint(void) {
  const migratable_progress progress = {0.0, iterations - state.iteration};
  state.since_checkpoint = 0;
  return migratable_chkpt(&progress);
}

int main(int argc, char* argv[]) {
  const migratable_terms terms = {2, 4, "greedy", MIGRATABLE_BY_SYSTEM};
  int has_failed = 0;
  MPI_Init(&argc, &argv);
  migratable_begin(MPI_COMM_WORLD, &terms);
  migratable_register(&state, sizeof state);
  for (;;) {
    const int computes = migratable_rank() >= 0;
    if (computes && state.iteration == iterations) break;
    if (computes && state.since_checkpoint < between_checkpoints)
      iterate(migratable_comm());
    else if (checkpoint() == MIGRATABLE_OVER)
      break;
  }
  has_failed = migratable_rank() >= 0 && state.sum != iterations * (iterations - 1) / 2;
  if (migratable_migrations() == 0) has_failed = 1;
  migratable_end();
  MPI_Finalize();
  return has_failed;
}
