/* Parts of a sum, dealt out to the ranks, grow step by step. Each rank saves its parts, with a copy in the memory of
   the next rank; after a failure the survivors share all parts anew and go on from the last step that is saved of every
   part, so that the sum comes out as if nobody had died. */
#include <mpi.h>

#include <mpi-ext.h> /* Open MPI's needs what mpi.h declares */
#include <stdio.h>

#include "daruma.h"

enum { parts = 24, steps = 10 };

static double part[parts]; /* those of this rank are up to date */
static int rank, size, partner;

/* Who am I, and whose memory has a copy of what I save? */
static int find_place(MPI_Comm comm) {
  int mine = daruma_process();
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  return MPI_Sendrecv(&mine, 1, MPI_INT, (rank + size - 1) % size, 0, &partner, 1, MPI_INT, (rank + 1) % size, 0, comm,
                      MPI_STATUS_IGNORE);
}

static void save(int step) {
  for (int p = rank; p < parts; p += size)
    daruma_checkpoint(p, step, &part[p], sizeof part[p], DARUMA_PARTNER_MEMORY, partner);
}

/* The step to go on with; every part that is this rank's now is as it was before that step. */
static int restore(MPI_Comm comm) {
  long saved = steps, newest;
  for (int p = rank; p < parts; p += size)
    if ((newest = daruma_newest(p, steps)) < saved) saved = newest;
  MPI_Allreduce(MPI_IN_PLACE, &saved, 1, MPI_LONG, MPI_MIN, comm);
  for (int p = rank; p < parts; p += size)
    if (saved < 0 || daruma_restore(p, saved, &part[p], sizeof part[p]) < 0) part[p] = 0; /* from the beginning */
  return saved < 0 ? 0 : (int)saved;
}

static int recover(MPI_Comm* comm) {
  MPI_Comm survivors;
  daruma_phase_begin("recovery");
  MPIX_Comm_revoke(*comm);
  MPIX_Comm_shrink(*comm, &survivors);
  MPI_Comm_free(comm);
  *comm = survivors;
  find_place(*comm);
  const int step = restore(*comm);
  daruma_phase_end("recovery");
  return step;
}

/* Whether all ranks have finished the step. */
static int work(MPI_Comm comm, int step) {
  daruma_phase_begin("step");
  for (int p = rank; p < parts; p += size) {
    part[p] += p * step;
    daruma_compute(1e9);
  }
  int finished = MPI_Barrier(comm) == MPI_SUCCESS;
  if (MPIX_Comm_agree(comm, &finished) != MPI_SUCCESS) finished = 0;
  if (finished) save(step + 1);
  daruma_phase_end("step");
  return finished;
}

int main(int argc, char** argv) {
  MPI_Comm world;
  double mine = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &world);
  find_place(world);
  for (int step = 0; step < steps;) {
    if (work(world, step)) {
      ++step;
      continue;
    }
    step = recover(&world);
    if (rank == 0) printf("%d of us go on at step %d\n", size, step);
  }
  for (int p = rank; p < parts; p += size) mine += part[p];
  MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, world);
  if (rank == 0) daruma_metric("sum", sum);
  MPI_Comm_free(&world);
  MPI_Finalize();
  return 0;
}
