/* MPIX_Comm_get_failed is local: the process that has noticed lists the dead. One that has not may list it or not,
   and MPIX_Comm_is_revoked is not touched by failures.

   ranks 3
   0: noticed 2
   0: revoked 0
   1: listed at most 1
   1: revoked 0
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Group failed;
  int is_revoked = -1;
  begin(&argc, &argv);
  let_die(2);
  if (rank == 0) notice(2, MPI_COMM_WORLD);
  MPIX_Comm_get_failed(MPI_COMM_WORLD, &failed);
  if (rank == 0) {
    list("noticed", failed, MPI_COMM_WORLD);
  } else {
    int listed = 0;
    MPI_Group_size(failed, &listed);
    count("listed at most", listed > 1 ? listed : 1);
    if (failed != MPI_GROUP_EMPTY) MPI_Group_free(&failed);
  }
  MPIX_Comm_is_revoked(MPI_COMM_WORLD, &is_revoked);
  count("revoked", is_revoked);
  MPI_Finalize();
  return 0;
}
