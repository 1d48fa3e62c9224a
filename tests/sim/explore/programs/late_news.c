/* Ranks 0 and 1 do the part of rank 2 when that has died: each looks by itself whether it has, and who does its half
   swaps it with the other.

   To be found: where the death comes to one of them late, the other waits for ever for its half. MENDED asks the other
   what it knows. */
#include <mpi-ext.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static int knows_of_a_death(void) {
  MPI_Group failed;
  int count = 0;
  MPIX_Comm_failure_ack(MPI_COMM_WORLD);
  MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &failed);
  MPI_Group_size(failed, &count);
  MPI_Group_free(&failed);
  return count > 0;
}

static void work(int rank) {
  int known;
  sleep(20);
  known = knows_of_a_death();
#ifdef MENDED
  int others = 0;
  MPI_Sendrecv(&known, 1, MPI_INT, 1 - rank, 0, &others, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  known = known || others;
#endif
  if (known) {
    const int half = 1;
    int other_half = 0;
    MPI_Sendrecv(&half, 1, MPI_INT, 1 - rank, 1, &other_half, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  if (rank == 0) printf("the parts are done\n");
}

int main(int argc, char** argv) {
  int rank, flag = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank < 2) work(rank);
  MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
  MPI_Finalize();
  return 0;
}
