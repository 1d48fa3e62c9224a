/* Sums up what every rank has, step by step; whoever is left after a failure goes on from the last step that all
   survivors have finished. An ordinary ULFM program: nothing in it knows of the simulator but daruma_compute. */
#include <mpi.h>

#include <mpi-ext.h> /* Open MPI's needs what mpi.h declares */
#include <stdio.h>
#ifdef DARUMA
#include <daruma.h>
#else
#define daruma_compute(flops)
#endif

enum { steps = 10 };

static int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

/* The survivors' communicator in the place of the old one. */
static void recover(MPI_Comm* comm) {
  MPI_Comm survivors;
  MPIX_Comm_revoke(*comm);
  MPIX_Comm_shrink(*comm, &survivors);
  MPI_Comm_free(comm);
  *comm = survivors;
}

/* One step; MPI_SUCCESS only if every survivor finished it. */
static int step(MPI_Comm comm, double* sum) {
  const double mine = 1;
  daruma_compute(5e9);
  int finished = MPI_Allreduce(&mine, sum, 1, MPI_DOUBLE, MPI_SUM, comm) == MPI_SUCCESS;
  if (MPIX_Comm_agree(comm, &finished) != MPI_SUCCESS) finished = 0;
  return finished ? MPI_SUCCESS : MPIX_ERR_PROC_FAILED;
}

int main(int argc, char** argv) {
  MPI_Comm world;
  int rank = 0;
  double sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &world);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  for (int done = 0; done < steps;) {
    if (step(world, &sum) == MPI_SUCCESS) {
      ++done;
      continue;
    }
    recover(&world);
    MPI_Comm_rank(world, &rank);
    if (rank == 0) printf("%d of us go on at step %d\n", size_of(world), done + 1);
  }
  MPI_Comm_rank(world, &rank);
  if (rank == 0) printf("after %d steps the sum of %d ranks is %g\n", steps, size_of(world), sum);
  MPI_Comm_free(&world);
  MPI_Finalize();
  return 0;
}
