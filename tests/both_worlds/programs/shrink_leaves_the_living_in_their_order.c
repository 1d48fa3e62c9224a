/* The survivors' ranks follow their old order, and their communicator works.

   ranks 6
   0: rank 0 of 4
   2: rank 1 of 4
   3: rank 2 of 4
   5: rank 3 of 4
   0, 2, 3, 5: sum 10
   1, 4 die: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int sum = 0;
  MPI_Comm survivors;
  begin(&argc, &argv);
  let_die(1);
  if (rank != 1) notice(1, MPI_COMM_WORLD);
  if (rank == 4) raise(SIGKILL);
  notice(4, MPI_COMM_WORLD);
  MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors);
  line("rank %d of %d", rank_in(survivors), size_of(survivors));
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, survivors);
  count("sum", sum);
  MPI_Comm_free(&survivors);
  MPI_Finalize();
  return 0;
}
