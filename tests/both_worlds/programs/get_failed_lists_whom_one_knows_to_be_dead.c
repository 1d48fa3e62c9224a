/* Before anybody has died the list is empty; afterwards it holds those whose death this process has noticed.

   ranks 4
   0, 2: before
   0, 2: after 1 3
   1, 3 die: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Group failed;
  begin(&argc, &argv);
  if (rank != 1 && rank != 3) {
    MPIX_Comm_get_failed(MPI_COMM_WORLD, &failed);
    list("before", failed, MPI_COMM_WORLD);
  }
  let_die(1);
  notice(1, MPI_COMM_WORLD);
  if (rank == 3) raise(SIGKILL);
  notice(3, MPI_COMM_WORLD);
  MPIX_Comm_get_failed(MPI_COMM_WORLD, &failed);
  list("after", failed, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
